import HTTPTypes
import JSON

/// One thing that can be asked of the control API. Each has a file under `Routes` and a line in `ControlAPI.routes`.
protocol ControlRoute: Sendable {
    var method: HTTPRequest.Method { get }
    /// Under `/simulator/`, with `:id` for what the caller names.
    var path: String { get }
    /// What it does, in a few words; shown at `GET /simulator`.
    var purpose: String { get }
    /// Whether the body is a file, which the route reads as it comes, and not JSON.
    var takesFile: Bool { get }

    /// Does it. Throws `SimulatorRefusal` or `Complaint` for what makes no sense, before anything has changed.
    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer
}

/// What goes back to the caller.
struct ControlAnswer: Sendable {
    enum Body: Sendable {
        case json(JSONValue)
        case file(TranscriptFile, StoreReader)
    }

    let body: Body
    /// Whether the connection cannot be used again.
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
