public import Expressions

/// A token with which a program uses the admin API.
public struct APIToken: Sendable, Hashable {
    public var name: String
    /// The SHA-256 of the secret, which is shown once and stored nowhere.
    public var digest: String
    /// The role whose rights it has; `nil` for one with rights of its own.
    public var role: Role?
    /// Its rights beside those of the role.
    public var ownRights: Set<Right>
    public var createdAt: Moment
    /// `nil` for one that does not expire.
    public var expiresAt: Moment?
    /// When it was used last, to the hour.
    public var usedAt: Moment?

    public init(
        name: String, digest: String, role: Role? = nil, rights: Set<Right> = [], createdAt: Moment, expiresAt: Moment?
    ) {
        self.name = name
        self.digest = digest
        self.role = role
        ownRights = rights
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    /// Its name in the audit log, and its rights.
    public var caller: Caller { Caller("token \(name)", rights: ownRights.union(role?.rights ?? [])) }

    public func isExpired(at moment: Moment) -> Bool { expiresAt.map { $0 <= moment } ?? false }
}
