import JSON
import TestSupport
import Testing

@testable import Server

/// Compares answers of the admin API with its OpenAPI document.
enum APIAnswers {
    private static let document = AdminAPIDocument.json
    private static let validator = SchemaValidator(document)

    /// Records an issue for an answer that the document does not describe.
    ///
    /// - Parameters:
    ///   - path: of the request, perhaps with a query.
    ///   - json: the body; `nil` when it is no JSON.
    static func expect(
        _ method: String, _ path: String, _ status: Int, _ json: JSONValue?,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard let operation = operation(method, path) else { return }
        // A test that makes a store fail expects the answer itself.
        if status >= 500 { return }
        // To others than operators there are no such routes.
        if status == 404, [nil, "there is nothing here"].contains(json?["error"]?["reason"]?.string) { return }
        guard let response = operation["responses"]?["\(status)"] else {
            Issue.record("\(method) \(path) has no answer \(status) in the document", sourceLocation: sourceLocation)
            return
        }
        guard let schema = response["content"]?["application/json"]?["schema"], let json else { return }
        let faults = validator.faults(of: json, by: schema)
        #expect(faults.isEmpty, "\(method) \(path), \(status): \(json.text)", sourceLocation: sourceLocation)
    }

    /// The operation of a request; `nil` when the document has none.
    static func operation(_ method: String, _ path: String) -> JSONValue? {
        let parts = path.prefix { $0 != "?" }.split(separator: "/")
        for (template, item) in document["paths"]?.object ?? JSONObject() {
            let wanted = template.split(separator: "/")
            let fits = wanted.count == parts.count && zip(wanted, parts).allSatisfy { $0.first == "{" || $0 == $1 }
            if fits, let operation = item[method.lowercased()] { return operation }
        }
        return nil
    }
}
