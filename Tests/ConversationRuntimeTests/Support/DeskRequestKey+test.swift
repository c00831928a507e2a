import ConversationRuntime

extension DeskRequestKey {
    /// The key of a request with this id.
    static func test(_ id: String, act: String = "handover.answer", fingerprint: String = "00") -> DeskRequestKey {
        DeskRequestKey(id, act: act, fingerprint: fingerprint)
    }
}
