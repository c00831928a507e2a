import Channels
import JSON
import MessageModel
import Testing

/// The replies when sign-ins and pay sheets are closed. The provider's data arrives separately; the device only knows
/// the result.
@Suite struct ServiceReplyTests {
    private static let failed = Arrival.Content.heard(.signIn(SignInReply(question: "q", outcome: .failure("failed"))))
    private static let cancelled = Arrival.Content.heard(.signIn(SignInReply(question: "q", outcome: .cancelled)))
    private static let done = Arrival.Content.passing("a successful sign-in: its result comes from the provider")
    private static let unknown = Arrival.Content.heard(
        .signIn(SignInReply(question: "q", outcome: .failure("unknown"))))

    @Test(
        arguments: [
            (#"{"status":"success"}"#, done), (#"{"status":"completed"}"#, done),
            (#"{"status":"authenticated"}"#, done),
            (#"{"status":"failure","error_code":1001}"#, failed), (#"{"status":"failure"}"#, failed),
            (#"{"status":"cancel"}"#, cancelled), (#"{"status":"Cancelled"}"#, cancelled),
            (#"{"status":"unknown"}"#, unknown), (#"{"status":"hologram"}"#, unknown), ("{}", unknown), ("[]", unknown),
            // Apple's table calls it an array, its sample shows an object.
            (#"[{"status":"success"}]"#, done), (#"[{"status":"failure"},{"error_code":7}]"#, failed),
            (#"[{"status":"cancel"},{"status":"success"}]"#, cancelled), (#"["success"]"#, unknown),
        ] as [(String, Arrival.Content)])
    func `every word for the end of a sign-in has a meaning, and none is taken for a success`(
        _ answer: String, _ content: Arrival.Content
    ) async throws {
        let data = try JSONValue(parsing: #"{"requestIdentifier":"q","authenticate":\#(answer)}"#)
        #expect(try await Self.content(of: data) == content)
    }

    @Test(
        arguments: [
            (#"{"status":"paid"}"#, .paid), (#"{"state":"STATUS_SUCCESS"}"#, .paid),
            (#"{"paymentStatus":"Success"}"#, .paid), (#"{"status":"declined"}"#, .declined),
            (#"{"status":"STATUS_FAILURE"}"#, .declined), (#"{"result":"failed"}"#, .declined),
            (#"{"status":"STATUS_INVALID_SHIPPING_CONTACT"}"#, .declined),
            (#"{"status":"STATUS_PIN_LOCKOUT"}"#, .declined),
            (#"{"status":"cancelled"}"#, .cancelled), (#"{"status":"Canceled"}"#, .cancelled),
            (#"{"status":"hologram"}"#, .unknown), (#"{"status":7}"#, .unknown), (#"{"status":""}"#, .unknown),
            (#"{"paymentRequest":{"status":"paid"}}"#, .unknown), ("{}", .unknown), ("[]", .unknown), ("7", .unknown),
        ] as [(String, ClosedSheet.Ending)])
    func `every word for the end of a pay sheet has a meaning, under whatever key`(
        _ answer: String, _ ending: ClosedSheet.Ending
    ) async throws {
        let data = try JSONValue(parsing: #"{"requestIdentifier":"q","payment":\#(answer)}"#)
        #expect(try await Self.content(of: data) == .sheetClosed(ClosedSheet(question: "q", ending: ending)))
    }

    @Test func `a payment that does not name its question says so`() async throws {
        let content = try await Self.content(of: ["payment": ["status": "paid"]])
        #expect(content == .sheetClosed(ClosedSheet(question: nil, ending: .paid)))
    }

    private static func content(of data: JSONValue) async throws -> Arrival.Content {
        let post = Post(Post.message(["interactiveData": ["data": data]], type: "interactive"))
        return try await post.arrival().content
    }
}
