import Foundation
import Hummingbird
import JSON
import ServiceLifecycle

/// A request to the control API.
struct ControlCall: Sendable {
    /// The value of `:id` in the path.
    let id: String
    let query: [String: String]
    /// The JSON body; an empty object when nothing was posted.
    let body: JSONValue
    private let request: Request
    private let parameters: [String: String]

    /// - Parameter limit: the maximum size of the JSON in bytes; `nil` when the body is not JSON and is read later.
    init(_ request: Request, _ context: SimulatorContext, limit: Int?) async throws {
        self.request = request
        parameters = Dictionary(
            context.parameters.map { (String($0.key), String($0.value).removingPercentEncoding ?? "") }
        ) { $1 }
        id = parameters["id"] ?? ""
        query = Dictionary(request.uri.queryParameters.map { (String($0.key), String($0.value)) }) { _, last in last }
        guard request.method == .post, let limit else {
            body = [:]
            return
        }
        let bytes = try await request.bytes(upTo: limit).readableBytesView
        do {
            body = bytes.isEmpty ? [:] : try JSONValue(parsing: bytes)
        } catch {
            throw ValidationError("the body is not JSON: \(error)")
        }
    }

    var deviceID: DeviceID { DeviceID(id) }

    /// The bytes of a file, streamed as they arrive.
    var file: FileBody { FileBody(bytes: request.body) }

    /// The file's type according to the header; `nil` when it is absent or curl's default.
    var fileType: String? {
        let type = request.headers[.contentType].map { String($0.prefix { $0 != ";" }) }
        return type == "application/x-www-form-urlencoded" || type == "" ? nil : type
    }

    /// Returns a number from the path, at least 1.
    func part(_ name: String) throws -> Int {
        guard let number = parameters[name].flatMap({ Int($0) }), number > 0 else {
            throw ValidationError("`\(parameters[name] ?? "")` in the path is not a number from 1")
        }
        return number
    }

    /// Returns the members of the body; throws when one of them is unknown.
    func fields(_ known: Set<String>) throws -> Fields { try Fields(body, known: known) }

    /// Throws when there are members or parameters.
    func expectNothing() throws {
        _ = try fields([])
        try expectQuery([])
    }

    func expectQuery(_ known: Set<String>) throws {
        guard let key = query.keys.sorted().first(where: { !known.contains($0) }) else { return }
        let words = known.isEmpty ? "none is" : known.sorted().map { "`\($0)`" }.joined(separator: ", ") + " are"
        throw ValidationError("there is no parameter `\(key)` here; \(words) known")
    }

    /// Returns a numeric parameter; 0 when it is absent.
    func number(_ key: String) throws -> Int {
        guard let text = query[key] else { return 0 }
        guard let number = Int(text), number >= 0 else {
            throw ValidationError(key, "expected a whole number from 0, found `\(text)`")
        }
        return number
    }

    func flag(_ key: String) throws -> Bool {
        guard let text = query[key] else { return false }
        guard let flag = Bool(text) else {
            throw ValidationError(key, "expected true or false, found `\(text)`")
        }
        return flag
    }

    /// Runs `work`, and cancels it when the caller disconnects or the simulator stops. The connection cannot be reused.
    func whileCallerListens<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await request.body.consumeWithCancellationOnInboundClose { _ in
            try await cancelWhenGracefulShutdown(work)
        }
    }
}
