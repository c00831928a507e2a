import HTTPTypes

/// Returns the decrypted bytes of a message's file, while the store has them.
struct ReadFile: ControlRoute {
    let method = HTTPRequest.Method.get
    let path = "devices/:id/messages/:message/files/:file"
    let purpose = "the bytes of a file of a message, by the numbers of both"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectNothing()
        let (file, bytes) = try simulator.file(try call.part("file"), of: try call.part("message"), on: call.deviceID)
        return ControlAnswer(file, bytes)
    }
}
