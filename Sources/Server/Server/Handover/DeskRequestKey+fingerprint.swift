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
        var said = content
        said["id"] = nil
        let text = JSONValue.object(said).inOneOrder.text
        let hash = SHA256.hash(data: Data(text.utf8)).prefix(8).map { String(format: "%02x", $0) }.joined()
        self.init("desk/\(session.number)/\(id)", act: act.rawValue, fingerprint: hash)
    }
}

extension JSONValue {
    /// The value with the members of its objects in the order of their keys, without those that say as much as none.
    fileprivate var inOneOrder: JSONValue {
        if let items = array { return .array(items.map(\.inOneOrder)) }
        guard let object else { return self }
        let said = object.filter { $0.value != .null && $0.value != .bool(false) }.sorted { $0.key < $1.key }
        return .object(JSONObject(said.map { ($0.key, $0.value.inOneOrder) }))
    }
}
