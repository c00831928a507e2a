import HTTPTypes

/// The conditions of a request for a download (RFC 9110, section 13.1).
struct DownloadConditions {
    private let wanted: EntityTags?
    private let known: EntityTags?

    init(_ headers: HTTPFields) {
        wanted = headers[.ifMatch].map(EntityTags.init)
        known = headers[.ifNoneMatch].map(EntityTags.init)
    }

    /// Returns the status that replaces the download of a version; `nil` when it is to be sent.
    func status(for tag: String) -> HTTPResponse.Status? {
        if let wanted, !wanted.contains(tag, isWeak: false) { return .preconditionFailed }
        if let known, known.contains(tag, isWeak: true) { return .notModified }
        return nil
    }
}

/// A list of versions (RFC 9110, section 8.8.3), or `*` for any.
private struct EntityTags {
    private let isAny: Bool
    private let tags: [(isWeak: Bool, tag: String)]

    init(_ text: String) {
        isAny = text == "*"
        tags = text.matches(of: #/(W/)?("[^"]*")/#).map { ($0.1 != nil, String($0.2)) }
    }

    /// - Parameters:
    ///   - tag: a strong one, with its quotes.
    ///   - isWeak: whether weak tags match as well.
    func contains(_ tag: String, isWeak: Bool) -> Bool {
        isAny || tags.contains { $0.tag == tag && (isWeak || !$0.isWeak) }
    }
}
