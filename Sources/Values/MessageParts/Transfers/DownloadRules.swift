/// What is fetched without being asked for. Either rule is enough.
public struct DownloadRules: Sendable, Hashable {
    /// Kinds that are fetched whatever their size, such as `text/plain` or `image/*`; `nil` fetches all, none at all nothing.
    public var kinds: [String]?
    /// Bytes up to which every kind is fetched.
    public var size: Int

    public init(kinds: [String]?, size: Int) {
        self.kinds = kinds
        self.size = size
    }

    public func fetches(_ kind: String, size: Int) -> Bool {
        guard let kinds else { return true }
        return size <= self.size || kinds.contains { MIMEType(kind).isKind($0) }
    }
}

extension MIMEType {
    /// Whether it is of this kind: `image/png`, or `image/*` for all pictures.
    public func isKind(_ pattern: String) -> Bool {
        let wanted = pattern.lowercased()
        guard wanted.hasSuffix("/*") else { return type == wanted }
        return wanted == "*/*" || type.hasPrefix(wanted.dropLast())
    }
}
