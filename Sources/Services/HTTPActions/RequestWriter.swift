import CurlClient
import Expressions
import FlowModel
import Foundation
import JSON

/// Builds the HTTP request of an action.
struct RequestWriter {
    let settings: HTTPActionSettings
    let inputs: Fields
    /// By provider.
    var tokens: [String: String] = [:]

    func request(_ target: HTTPTarget) throws(RequestFailure) -> HTTPRequest {
        let url = try address(target)
        guard settings.allows(url) else {
            throw RequestFailure("\(url.host() ?? "the address") is not in `hosts`, or not `https`")
        }
        var request = HTTPRequest(target.method, url.absoluteString)
        for (name, value) in target.headers {
            if let text = try textUnlessEmpty(value) { request.headers.append(HTTPHeader(name: name, value: text)) }
        }
        request.headers.add("Accept", "application/json")
        if let body = target.body, let json = try self.json(body) {
            request.headers.add("Content-Type", "application/json")
            request.body = .bytes(json.bytes)
        }
        return request
    }

    /// The URL with its inputs escaped, followed by the query; empty values are left out of the query.
    private func address(_ target: HTTPTarget) throws(RequestFailure) -> URL {
        let text = try target.address.filled(scope, wording) { Self.escaped($0) }
        guard var parts = URLComponents(string: text) else { throw Self.noAddress }
        // Other programs resolve these path segments, and would reach another address than the one written.
        guard !parts.percentEncodedPath.split(separator: "/").contains(where: { $0 == "." || $0 == ".." }) else {
            throw RequestFailure("an input would change the path of the address")
        }
        var items = parts.queryItems ?? []
        for (name, value) in target.query {
            if let text = try textUnlessEmpty(value) { items.append(URLQueryItem(name: name, value: text)) }
        }
        for name in target.queryInputs {
            items += queryTexts(inputs[name]).map { URLQueryItem(name: name, value: $0) }
        }
        if !items.isEmpty { parts.queryItems = items }
        // Many servers read a plus as a space, so a literal plus is escaped.
        parts.percentEncodedQuery = parts.percentEncodedQuery?.replacing("+", with: "%2B")
        guard let url = parts.url else { throw Self.noAddress }
        return url
    }

    /// The texts of an input that is a query parameter: one, one for each item of a list, none when it is empty.
    private func queryTexts(_ value: Value?) -> [String] {
        switch value {
        case nil: []
        case .list(let items)?: items.flatMap { queryTexts($0) }
        case .money(let money)?: [money.text]
        case .time(let slot)?: queryTexts(external: .time(TimeSlot(start: slot.start)))
        case let value?: queryTexts(external: value)
        }
    }

    private func queryTexts(external value: Value) -> [String] {
        switch value.external(in: settings.zone) {
        case .string(let text): [text]
        case .number(let number): [number.literal]
        case .bool(let value): [value ? "true" : "false"]
        default: []
        }
    }

    /// Omits the address, which may contain what a customer said.
    private static let noAddress = RequestFailure("with its inputs filled in, the address is not valid")

    /// A placeholder on its own keeps its type; everything else is text. Empty values are omitted, and so is a text
    /// with an empty input in it.
    private func json(_ template: BodyTemplate) throws(RequestFailure) -> JSONValue? {
        switch template {
        case .value(let template):
            if let insert = template.onlyInsert, case .usual = insert.style {
                if let value = scope.value(of: insert.name) { return external(value) }
                if insert.fallback == nil || insert.fallback == "nothing" { return nil }
            }
            return try textUnlessEmpty(template).map { .string($0) }
        case .object(let members):
            var object = JSONObject()
            for (name, value) in members { object.set(name, try json(value)) }
            return .object(object)
        case .list(let items):
            var values: [JSONValue] = []
            for item in items { if let value = try json(item) { values.append(value) } }
            return .array(values)
        }
    }

    /// The value in the format for other systems; a file includes the URL at which it can be fetched.
    private func external(_ value: Value) -> JSONValue {
        switch value {
        case .file(let file):
            var object = value.external(in: settings.zone).object ?? [:]
            object.set("url", settings.content.map { .string($0 + Self.escaped(file.id)) })
            return .object(object)
        case .list(let items): return .array(items.map(external))
        case .record(let fields):
            var object = JSONObject()
            for name in fields.names { object.set(name, fields[name].map(external)) }
            return .object(object)
        default: return value.external(in: settings.zone)
        }
    }

    /// The text; `nil` when one of its inputs is empty and has no fallback. A missing secret is an error.
    private func textUnlessEmpty(_ template: Template) throws(RequestFailure) -> String? {
        let isEmpty = template.inserts.contains { insert in
            insert.name.root != "secret" && insert.fallback == nil && scope.value(of: insert.name) == nil
        }
        return isEmpty ? nil : try template.filled(scope, wording) { $0 }
    }

    private var scope: CallScope { CallScope(inputs: inputs, secrets: settings.secrets, tokens: tokens) }

    /// Machine-readable format: English digits and a decimal point.
    private var wording: Wording { Wording(language: "en", zone: settings.zone) }

    private static func escaped(_ text: String) -> String {
        var allowed = CharacterSet.alphanumerics
        allowed.insert(charactersIn: "-._~")
        return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }
}

/// The names available to templates of actions: the inputs, secrets, and the customer's tokens.
private struct CallScope: Scope {
    let inputs: Fields
    let secrets: SecretSource
    let tokens: [String: String]

    func value(ofRoot root: String) -> Value? { inputs[root] }

    func value(of name: Name) -> Value? {
        if name.root == "secret", let secret = name.fields.first { return secrets.value(of: secret).map { .text($0) } }
        if name.root == "token", let provider = name.fields.first { return tokens[provider].map { .text($0) } }
        return inputs[name.root]?.value(at: name.fields)
    }
}

extension [HTTPHeader] {
    /// Adds a header unless one with this name exists.
    fileprivate mutating func add(_ name: String, _ value: String) {
        if !contains(where: { $0.name.lowercased() == name.lowercased() }) {
            append(HTTPHeader(name: name, value: value))
        }
    }
}

/// Why a request could not be built.
struct RequestFailure: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

extension Template {
    /// The text with every placeholder replaced by its plain value, passed through `escape`.
    fileprivate func filled(
        _ scope: CallScope, _ wording: Wording, _ escape: (String) -> String
    ) throws(RequestFailure) -> String {
        var text = ""
        for part in parts {
            switch part {
            case .text(let piece): text += piece
            case .number: text += "#"
            case .insert(let insert):
                guard let value = scope.value(of: insert.name) else {
                    guard let fallback = insert.fallback else { throw RequestFailure("`\(insert.name.text)` is empty") }
                    text += escape(fallback == "nothing" ? "" : fallback)
                    continue
                }
                text += escape(insert.plain(value, wording))
            }
        }
        return text
    }
}

extension Template.Insert {
    /// The value for programs: in the given format, otherwise as JSON would represent it.
    fileprivate func plain(_ value: Value, _ wording: Wording) -> String {
        if case .format(let format, _) = style { return wording.text(value, as: format) }
        switch value.external(in: wording.zone) {
        case .string(let text): return text
        case .number(let number): return number.literal
        case .bool(let value): return value ? "true" : "false"
        default: return wording.text(value)
        }
    }
}
