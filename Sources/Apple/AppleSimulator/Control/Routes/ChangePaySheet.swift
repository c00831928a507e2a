import HTTPTypes
import JSON

/// The customer changes something on the sheet: `{address}`, `{shipping}` or `{card}`.
struct ChangePaySheet: ControlRoute {
    let method = HTTPRequest.Method.post
    let path = "devices/:id/pay-sheet/change"
    let purpose = "the customer changes the address, the shipping method or the card"

    private static let words = ["address", "shipping", "card"]

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectQuery([])
        let fields = try call.fields(Set(Self.words))
        let given = Self.words.filter { fields.has($0) }
        guard given.count == 1 else {
            throw ValidationError("one of \(Self.words.map { "`\($0)`" }.joined(separator: ", ")) is required")
        }
        let words = try fields.text(given[0])
        let change: SheetChange =
            switch given[0] {
            case "address": .address(words)
            case "shipping": .shipping(words)
            default: .card(words)
            }
        return ControlAnswer(["sheet": try await simulator.change(change, from: call.deviceID).json])
    }
}
