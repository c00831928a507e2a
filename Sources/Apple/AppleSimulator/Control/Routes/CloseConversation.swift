import HTTPTypes
import JSON

/// The customer deletes the conversation, and the gateway accepts nothing more for them until they write.
struct CloseConversation: ControlRoute {
    let method = HTTPRequest.Method.post
    let path = "devices/:id/close"
    let purpose = "the customer deletes the conversation"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectNothing()
        return ControlAnswer(try await simulator.close(from: call.deviceID).json)
    }
}
