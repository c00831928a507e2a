public import Expressions

/// The account of an operator.
public struct Account: Sendable, Hashable {
    public var name: String
    public var role: Role
    /// The hash of the password, with the parameters with which it was computed.
    public var password: String
    public var isDisabled = false
    /// The number of failed attempts to sign in since the last one that succeeded.
    public var failures = 0
    /// Until when every attempt is refused; `nil` when none has to wait.
    public var lockedUntil: Moment?
    public var createdAt: Moment
    /// When its role, its password or its state was changed last.
    public var changedAt: Moment
    public var signedInAt: Moment?

    public init(name: String, role: Role, password: String, at moment: Moment) {
        self.name = name
        self.role = role
        self.password = password
        createdAt = moment
        changedAt = moment
    }

    /// Its name in the audit log.
    public var caller: Caller { Caller("account \(name)", rights: role.rights) }

    /// Whether conversations with customers can be given to it.
    public var mayAnswerCustomers: Bool { !isDisabled && role.rights.contains(.answerCustomers) }

    private static let longestName = 64
    /// What lists of conversations mean by other than names.
    private static let reserved: Set = ["me", "none"]

    /// Whether a text can be the name of an account or of a token: lower-case letters, digits, and `.`, `-`, `_` and `@`
    /// between them.
    public static func isName(_ text: String) -> Bool {
        let isPlain = { (byte: UInt8) in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard let first = text.utf8.first, text.utf8.count <= longestName, !reserved.contains(text) else {
            return false
        }
        return isPlain(first) && text.utf8.allSatisfy { isPlain($0) || ".-_@".utf8.contains($0) }
    }
}

/// A change of an account; what is `nil` stays.
public struct AccountChange: Sendable, Hashable {
    public var role: Role?
    /// The hash of a new password.
    public var password: String?
    public var isDisabled: Bool?
    /// Whether failed attempts to sign in are forgotten.
    public var unlocks: Bool

    public init(role: Role? = nil, password: String? = nil, isDisabled: Bool? = nil, unlocks: Bool = false) {
        self.role = role
        self.password = password
        self.isDisabled = isDisabled
        self.unlocks = unlocks
    }

    /// Whether those who are signed in must sign in again.
    public var endsSessions: Bool { role != nil || password != nil || isDisabled == true }
}

/// How long an account refuses every attempt after failed ones: longer each time.
public struct LockOut: Sendable, Hashable {
    /// The number of failed attempts without consequence.
    public var free: Int
    public var first: TimeLength
    public var longest: TimeLength

    public init(free: Int = 5, first: TimeLength = .minutes(1), longest: TimeLength = .hours(1)) {
        self.free = free
        self.first = first
        self.longest = longest
    }

    /// Until when attempts are refused after this number of failures; `nil` when the next may follow at once.
    public func end(after failures: Int, at moment: Moment) -> Moment? {
        guard failures >= free else { return nil }
        let doublings = min(failures - free, 20)
        let length = min(first.milliseconds << doublings, longest.milliseconds)
        return moment + .milliseconds(length)
    }
}

/// An operator who is signed in.
public struct OperatorSession: Sendable, Hashable {
    /// The SHA-256 of the secret that the browser has.
    public var digest: String
    public var account: String
    public var startedAt: Moment
    public var usedAt: Moment

    public init(digest: String, account: String, startedAt: Moment, usedAt: Moment) {
        self.digest = digest
        self.account = account
        self.startedAt = startedAt
        self.usedAt = usedAt
    }
}
