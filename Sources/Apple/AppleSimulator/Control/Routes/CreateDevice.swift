import Expressions
import HTTPTypes
import JSON

/// Adds a device for a customer: `{kind, business, customer?, locale?, intent?, group?, capabilities?, list_replies?,
/// percent_encoded?, zone?, wire?, apple_pay?}`.
struct CreateDevice: ControlRoute {
    let method = HTTPRequest.Method.post
    let path = "devices"
    let purpose = "give a customer a device"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectQuery([])
        return ControlAnswer(try simulator.createDevice(try description(in: call)).json)
    }

    private func description(in call: ControlCall) throws -> DeviceDescription {
        let fields = try call.fields([
            "kind", "business", "customer", "locale", "intent", "group", "capabilities", "list_replies",
            "percent_encoded", "zone", "wire", "apple_pay",
        ])
        let kind = try fields.optionalWord("kind", among: DeviceKind.allCases.map(\.rawValue))
        let replies = try fields.optionalWord("list_replies", among: ListReplyLayout.allCases.map(\.rawValue))
        return DeviceDescription(
            kind.flatMap(DeviceKind.init) ?? .iphone, business: BusinessID(try fields.text("business")),
            customer: try fields.optionalText("customer").map { CustomerID($0) },
            capabilities: try fields.has("capabilities") ? capabilities(in: fields) : nil,
            locale: try fields.optionalText("locale"), intent: try fields.optionalText("intent"),
            group: try fields.optionalText("group"), listReplies: replies.flatMap(ListReplyLayout.init) ?? .chosen,
            encodesCapabilities: try fields.optionalFlag("percent_encoded"),
            wire: try fields.optional("wire") { value throws(ValidationError) in
                try WireHabits(value, of: kind.flatMap(DeviceKind.init) ?? .iphone)
            },
            zone: try zone(in: fields), paysWithApple: try fields.optionalFlag("apple_pay"))
    }

    private func zone(in fields: Fields) throws(ValidationError) -> Zone? {
        guard let name = try fields.optionalText("zone") else { return nil }
        guard let zone = Zone(name) else {
            throw ValidationError("zone", "`\(name)` is not a time zone, such as `Europe/Berlin`")
        }
        return zone
    }

    private func capabilities(in fields: Fields) throws(ValidationError) -> [Capability] {
        try fields.list("capabilities") { value throws(ValidationError) in
            guard let capability = value.string.flatMap({ Capability(rawValue: $0.uppercased()) }) else {
                let known = Capability.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
                throw ValidationError("\(value.text) is none of \(known)")
            }
            return capability
        }
    }
}
