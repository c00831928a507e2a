import AppleMessages
import Channels
import Crypto
import Expressions
import Foundation
import Gzip
import MessageModel
import WebTokens

/// Apple's post, to an arrival.
struct WebhookCost {
    private static let secret = Data(repeating: 7, count: 32)
    private static let id = "0e6b2a64-5b8c-4a52-9a7e-0d8f1f1f6f10"

    private let webhook = AppleWebhook(
        settings: AppleSettings(gateway: "http://127.0.0.1:9/v1", mspID: "bench", secret: Self.secret))
    private let body = Gzip.compress(Array(Self.choice.utf8), level: 1)
    private let tokens: [String]
    private let headers = [
        "content-encoding": "gzip", "id": Self.id,
        "source-id": FourQuestions.conversation(1).customer, "destination-id": FourQuestions.business,
        "capability-list": "AUTH,AUTH2,LIST,TIME,QUICK,FORM", "device-agent": "iPhone OS",
    ]

    /// - Parameter tokens: how many tokens take turns; a server remembers the last 256.
    init(tokens: Int) { self.tokens = (0..<tokens).map { Self.token($0) } }

    func perform(_ times: Int) async throws {
        for time in 0..<times {
            let token = tokens[time % tokens.count]
            let posted = try await webhook.message(
                now: FourQuestions.tenOClock, header: { $0 == "authorization" ? "Bearer \(token)" : headers[$0] },
                body: { () throws(WebhookRefusal) in body })
            guard case .heard(.choice(_)) = posted.arrival.content else { throw Unexpected("the post is no choice") }
        }
    }

    /// A choice from a list, as a device reports it.
    private static let choice = """
        {"v":1,"id":"\(id)","sourceId":"\(FourQuestions.conversation(1).customer)","destinationId":"\(FourQuestions.business)",\
        "locale":"en_US","type":"interactive","interactiveData":{"bid":"com.apple.messages.MSMessageExtensionBalloonPlugin:\
        0000000000:com.apple.icloud.apps.messages.business.extension","sessionIdentifier":"\(id)","data":{"version":"1.0",\
        "requestIdentifier":"\(id)","listPicker":{"sections":[{"title":"Choose","order":0,"multipleSelection":false,"items":\
        [{"identifier":"Repair","title":"Repair","order":0}]}]},"replyMessage":{"title":"Repair"}}}}
        """

    /// A token as Apple signs it.
    private static func token(_ number: Int) -> String {
        let head = Base64URL.text(Data(#"{"alg":"HS256","typ":"JWT"}"#.utf8))
        let claims = Base64URL.text(
            Data(#"{"aud":"bench","iat":\#(FourQuestions.tenOClock.seconds),"jti":"\#(1_000 + number)"}"#.utf8))
        let code = HMAC<SHA256>.authenticationCode(
            for: Data("\(head).\(claims)".utf8), using: SymmetricKey(data: secret))
        return "\(head).\(claims).\(Base64URL.text(Data(code)))"
    }
}
