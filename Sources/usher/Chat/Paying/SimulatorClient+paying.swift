import JSON

/// Payment sheets over the control API.
extension SimulatorClient {
    /// What a tap on a bubble to pay opened.
    enum Opened: Sendable {
        case sheet(DeviceSheet)
        /// The address of the page in its place, and what it answered.
        case page(url: String, status: Int)
    }

    /// What came of a payment.
    struct Paid: Sendable {
        let isPaid: Bool
        /// What the business said, or why it said nothing.
        let words: String
    }

    func openSheet(on device: String) async throws(ChatFailure) -> Opened {
        let answer = try await call("POST", "devices/\(device)/pay-sheet", [:])
        guard let page = answer["page"] else { return .sheet(DeviceSheet(answer["sheet"] ?? .null)) }
        return .page(url: page["url"]?.string ?? "", status: page["status"]?.int ?? 0)
    }

    func sheet(on device: String) async throws(ChatFailure) -> DeviceSheet {
        DeviceSheet(try await call("GET", "devices/\(device)/pay-sheet")["sheet"] ?? .null)
    }

    func change(_ part: SheetChange.Part, to value: String, on device: String) async throws(ChatFailure) -> DeviceSheet
    {
        let answer = try await call(
            "POST", "devices/\(device)/pay-sheet/change", .object([part.rawValue: .string(value)]))
        return DeviceSheet(answer["sheet"] ?? .null)
    }

    func pay(on device: String) async throws(ChatFailure) -> Paid {
        let answer = try await call("POST", "devices/\(device)/pay-sheet/pay", [:])
        let isPaid = answer["paid"]?.bool ?? false
        if isPaid { try deliver(answer) }
        let messages = (answer["errors"]?.array ?? []).compactMap { $0["message"]?.string }.filter { !$0.isEmpty }
        let words = messages + [answer["failure"]?.string ?? answer["status"]?.string].compactMap { $0 }
        return Paid(isPaid: isPaid, words: words.first ?? "no reason was given")
    }

    func closeSheet(on device: String) async throws(ChatFailure) {
        let answer = try await call("POST", "devices/\(device)/pay-sheet/close", [:])
        if answer["delivered"] != nil { try deliver(answer) }
    }
}
