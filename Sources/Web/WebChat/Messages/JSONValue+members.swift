package import ConversationRuntime
package import JSON

/// Optional members of requests: one that is absent or null is `nil`, one of another type is refused.
extension JSONValue {
    package func optionalText(_ name: String) throws(ChatRefusal) -> String? {
        guard let member = self[name], !member.isNull else { return nil }
        guard let text = member.string else { throw ChatRefusal(.malformed, "`\(name)` must be a text") }
        return text
    }

    package func optionalFlag(_ name: String) throws(ChatRefusal) -> Bool? {
        guard let member = self[name], !member.isNull else { return nil }
        guard let flag = member.bool else { throw ChatRefusal(.malformed, "`\(name)` must be true or false") }
        return flag
    }
}
