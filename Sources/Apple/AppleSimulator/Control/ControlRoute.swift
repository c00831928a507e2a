import HTTPTypes
import JSON

/// An operation of the control API. Each has a file under `Routes` and a line in `ControlAPI.routes`.
protocol ControlRoute: Sendable {
    var method: HTTPRequest.Method { get }
    /// The path under `/simulator/`, with `:id` for the caller's value.
    var path: String { get }
    /// A short description; shown at `GET /simulator`.
    var purpose: String { get }
    /// Whether the body is a file, which the route streams, rather than JSON.
    var takesFile: Bool { get }

    /// Performs the operation. Throws `SimulatorRefusal` or `ValidationError` for an invalid request, before anything has
    /// changed.
    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer
}

/// The response to the caller.
struct ControlAnswer: Sendable {
    enum Body: Sendable {
        case json(JSONValue)
        case file(TranscriptFile, StoreReader)
    }

    let body: Body
    /// Whether the connection cannot be reused.
    var closesConnection = false

    init(_ json: JSONValue, closesConnection: Bool = false) {
        body = .json(json)
        self.closesConnection = closesConnection
    }

    init(_ file: TranscriptFile, _ bytes: StoreReader) { body = .file(file, bytes) }
}

extension ControlRoute {
    var takesFile: Bool { false }
}
