import Foundation
import HTTPTypes
import JSON

/// An iMessage app answers its bubble: `{fields: {name: value} | url, message? | request? | bid?}`. With `bid` the
/// customer opens that app without a request from the business.
struct UseApp: ControlRoute {
    let method = HTTPRequest.Method.post
    let path = "devices/:id/app"
    let purpose = "an iMessage app answers, or with bid= starts by itself"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectQuery([])
        let fields = try call.fields(["fields", "url", "message", "request", "bid"])
        let url = try url(in: fields)
        guard let bid = try fields.optionalText("bid") else {
            return ControlAnswer(
                try await simulator.answer(app: url, on: try fields.bubbleChoice(), from: call.deviceID).json)
        }
        guard !fields.has("message"), !fields.has("request") else {
            throw ValidationError("bid", "an app that begins by itself answers no message")
        }
        return ControlAnswer(try await simulator.start(app: bid, url: url, from: call.deviceID).json)
    }

    /// Returns the fields as the query of an address (RFC 3986, section 3.4).
    private func url(in fields: Fields) throws(ValidationError) -> String {
        if let url = try fields.optionalText("url") {
            guard !fields.has("fields") else { throw ValidationError("fields", "either `fields` or `url`, not both") }
            return url
        }
        let pairs = try fields.required("fields") { value throws(ValidationError) in
            guard let object = value.object else {
                throw ValidationError("expected an object, found \(value.kindName)")
            }
            var pairs: [String] = []
            for (name, value) in object {
                let text = try within(name) { () throws(ValidationError) in try value.text(limit: nil, mayBeEmpty: true)
                }
                pairs.append("\(Self.escaped(name))=\(Self.escaped(text))")
            }
            return pairs
        }
        return "?" + pairs.joined(separator: "&")
    }

    private static func escaped(_ text: String) -> String {
        var allowed = CharacterSet(charactersIn: "-._~")
        allowed.formUnion(CharacterSet(charactersIn: "A"..."Z"))
        allowed.formUnion(CharacterSet(charactersIn: "a"..."z"))
        allowed.formUnion(CharacterSet(charactersIn: "0"..."9"))
        return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }
}
