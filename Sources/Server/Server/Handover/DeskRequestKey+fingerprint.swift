public import ConversationRuntime
import Crypto
import Foundation
public import JSON

extension DeskRequestKey {
    /// Creates the key of a request about a session, the same by the API and by a command.
    ///
    /// - Parameters:
    ///   - id: what identifies the request: the same id in another session is a different request.
    ///   - act: what it does.
    ///   - content: what it says.
    public init(_ id: String, in session: SessionID, doing act: AuditAct, _ content: JSONObject) {
        let said = content.filter { $0.key != "id" && $0.value != .null && $0.value != .bool(false) }
            .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        let text = JSONValue.object(JSONObject(said)).text
        let hash = SHA256.hash(data: Data(text.utf8)).prefix(8).map { String(format: "%02x", $0) }.joined()
        self.init("desk/\(session.number)/\(id)", act: act.rawValue, fingerprint: hash)
    }
}
