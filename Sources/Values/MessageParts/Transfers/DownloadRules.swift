/// The rules for automatic downloads. Content is downloaded when either rule applies.
public struct DownloadRules: Sendable, Hashable {
    /// MIME types that are downloaded regardless of size, such as `text/plain` or `image/*`; `nil` downloads
    /// everything, an empty list only what `size` allows.
    public var kinds: [String]?
    /// The size in bytes up to which content of any type is downloaded.
    public var size: Int

    /// Rules for types and size.
    public init(kinds: [String]?, size: Int) {
        self.kinds = kinds
        self.size = size
    }

    /// Whether content of this MIME type and size, in bytes, is downloaded automatically.
    public func fetches(_ kind: String, size: Int) -> Bool {
        guard let kinds else { return true }
        return size <= self.size || kinds.contains { MIMEType(kind).isKind($0) }
    }
}

extension MIMEType {
    /// Whether the type matches a pattern: `image/png`, or `image/*` for all pictures.
    public func isKind(_ pattern: String) -> Bool {
        let wanted = pattern.lowercased()
        guard wanted.hasSuffix("/*") else { return type == wanted }
        return wanted == "*/*" || type.hasPrefix(wanted.dropLast())
    }
}
