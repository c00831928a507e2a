import Channels
import JSON
import MessageModel
import Testing

/// How sign-ins are closed. What the provider tells comes by its own way; the device only knows how it went.
@Suite struct ServiceReplyTests {
    private static let failed = Arrival.Content.heard(.signIn(SignInReply(question: "q", outcome: .failure("failed"))))
    private static let cancelled = Arrival.Content.heard(.signIn(SignInReply(question: "q", outcome: .cancelled)))
    private static let done = Arrival.Content.passing("a sign-in that went well: its result comes from the provider")
    private static let unknown = Arrival.Content.heard(
        .signIn(SignInReply(question: "q", outcome: .failure("unknown"))))

    @Test(
        arguments: [
            (#"{"status":"success"}"#, done), (#"{"status":"completed"}"#, done),
            (#"{"status":"authenticated"}"#, done),
            (#"{"status":"failure","error_code":1001}"#, failed), (#"{"status":"failure"}"#, failed),
            (#"{"status":"cancel"}"#, cancelled), (#"{"status":"Cancelled"}"#, cancelled),
            (#"{"status":"unknown"}"#, unknown), (#"{"status":"hologram"}"#, unknown), ("{}", unknown), ("[]", unknown),
        ] as [(String, Arrival.Content)])
    func `every word for the end of a sign-in has a meaning, and none is taken for a success`(
        _ answer: String, _ content: Arrival.Content
    ) async throws {
        let data = try JSONValue(parsing: #"{"requestIdentifier":"q","authenticate":\#(answer)}"#)
        let post = Post(Post.message(["interactiveData": ["data": data]], type: "interactive"))
        #expect(try await post.arrival().content == content)
    }
}
