import JSON

/// Payment sheets over the control API.
extension SimulatedDevice {
    /// The result of a tap on a payment bubble.
    enum Opened: Sendable {
        case sheet(DeviceSheet)
        /// The address and the response status of the page that opens instead.
        case page(url: String, status: Int)
    }

    /// The result of a payment.
    struct Paid: Sendable {
        let isPaid: Bool
        /// The response of the business, or why there was none.
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
