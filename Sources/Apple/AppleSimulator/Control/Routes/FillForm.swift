import HTTPTypes
import JSON

/// The customer fills in a form: `{pages: {page: value or [values]}, send?, cancel?, message? | request?}`.
///
/// With `send: false` nothing is sent, and the response names the page to fill in next. With `cancel: true` the form is
/// closed, which a device does not report.
struct FillForm: ControlRoute {
    let method = HTTPRequest.Method.post
    let path = "devices/:id/form"
    let purpose = "the customer fills in a form; send=false only returns the next page"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectQuery([])
        let fields = try call.fields(["pages", "send", "cancel", "message", "request"])
        let (choice, device) = (try fields.bubbleChoice(), call.deviceID)
        let entries = try fields.optional("pages") { value throws(ValidationError) in try filled(value) } ?? [:]
        let (sends, cancels) = (try fields.optionalFlag("send") ?? true, try fields.optionalFlag("cancel") ?? false)
        guard !cancels else {
            guard entries.isEmpty else { throw ValidationError("cancel", "a form that is put away has no pages") }
            _ = try simulator.progress([:], on: choice, from: device)
            return ControlAnswer(["cancelled": true, "posts": []])
        }
        guard !sends else { return ControlAnswer(try await simulator.fill(entries, on: choice, from: device).json) }
        let progress = try simulator.progress(entries, on: choice, from: device)
        let page: JSONValue = if let page = progress.page { .string(page) } else { .null }
        return ControlAnswer(["page": page, "selections": progress.selections])
    }

    private func filled(_ value: JSONValue) throws(ValidationError) -> [String: [String]] {
        guard let pages = value.object else {
            throw ValidationError("expected an object, found \(value.kindName)")
        }
        var entries: [String: [String]] = [:]
        for (page, value) in pages {
            entries[page] = try within(page) { () throws(ValidationError) in try Self.values(value) }
        }
        return entries
    }

    private static func values(_ value: JSONValue) throws(ValidationError) -> [String] {
        var values: [String] = []
        for value in value.array ?? [value] { values.append(try value.text(limit: nil, mayBeEmpty: true)) }
        return values
    }
}
