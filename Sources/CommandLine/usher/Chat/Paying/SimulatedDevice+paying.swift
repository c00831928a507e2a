import JSON

/// Payment sheets over the control API.
extension SimulatedDevice {
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

    func openSheet() async throws(ChatFailure) -> Opened {
        let answer = try await simulator.call("POST", "devices/\(id)/pay-sheet", [:])
        guard let page = answer["page"] else { return .sheet(DeviceSheet(answer["sheet"] ?? .null)) }
        return .page(url: page["url"]?.string ?? "", status: page["status"]?.int ?? 0)
    }

    func sheet() async throws(ChatFailure) -> DeviceSheet {
        DeviceSheet(try await simulator.call("GET", "devices/\(id)/pay-sheet")["sheet"] ?? .null)
    }

    func change(_ part: SheetChange.Part, to value: String) async throws(ChatFailure) -> DeviceSheet {
        let answer = try await simulator.call(
            "POST", "devices/\(id)/pay-sheet/change", .object([part.rawValue: .string(value)]))
        return DeviceSheet(answer["sheet"] ?? .null)
    }

    func pay() async throws(ChatFailure) -> Paid {
        let answer = try await simulator.call("POST", "devices/\(id)/pay-sheet/pay", [:])
        let isPaid = answer["paid"]?.bool ?? false
        if isPaid { try simulator.deliver(answer) }
        let messages = (answer["errors"]?.array ?? []).compactMap { $0["message"]?.string }.filter { !$0.isEmpty }
        let words = messages + [answer["failure"]?.string ?? answer["status"]?.string].compactMap { $0 }
        return Paid(isPaid: isPaid, words: words.first ?? "no reason was given")
    }

    func closeSheet() async throws(ChatFailure) {
        let answer = try await simulator.call("POST", "devices/\(id)/pay-sheet/close", [:])
        if answer["delivered"] != nil { try simulator.deliver(answer) }
    }
}
