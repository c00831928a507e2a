import HTTPTypes
import JSON

/// One thing that can be asked of the control API. Each has a file under `Routes` and a line in `ControlAPI.routes`.
protocol ControlRoute: Sendable {
    var method: HTTPRequest.Method { get }
    /// Under `/simulator/`, with `:id` for what the caller names.
    var path: String { get }
    /// What it does, in a few words; shown at `GET /simulator`.
    var purpose: String { get }

    /// Does it. Throws `SimulatorRefusal` or `Complaint` for what makes no sense, before anything has changed.
    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer
}

/// What goes back to the caller.
struct ControlAnswer: Sendable {
    let json: JSONValue
    /// Whether the connection cannot be used again.
    var closesConnection = false

    init(_ json: JSONValue, closesConnection: Bool = false) {
        self.json = json
        self.closesConnection = closesConnection
    }
}
