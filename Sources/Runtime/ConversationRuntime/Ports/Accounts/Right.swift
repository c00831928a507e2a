/// What a route or a command of operators needs.
public enum Right: String, Sendable, CaseIterable {
    /// Sessions with their transcripts, bookings, payments and dead letters.
    case seeCustomers = "see-customers"
    /// Conversations that wait for people, with their files: read, answer, give back.
    case answerCustomers = "answer-customers"
    /// Reset, move and retry; give bookings back.
    case changeConversations = "change-conversations"
    /// Report events from outside, which begin conversations or continue them.
    case sendEvents = "send-events"
    /// All data of a customer in one file.
    case export
    case erase
    /// Private values, where they can be opened.
    case seePrivate = "see-private"
    /// The rows that flows kept: see them, and change their state.
    case results
    /// The versions of the flows, with their texts.
    case seeFlows = "see-flows"
    /// The drafts of the flows, in the studio: see them, and change them.
    case editFlows = "edit-flows"
    case publish
    case metrics
    /// The audit log.
    case audit
    /// Accounts and API tokens.
    case accounts
}

/// What an operator does in the team. It decides their rights.
public enum Role: String, Sendable, CaseIterable {
    case author, agent, `operator`, admin

    /// The rights of the role; the only table of them.
    public var rights: Set<Right> {
        switch self {
        case .author: [.seeFlows, .editFlows, .publish, .metrics]
        case .agent: [.answerCustomers, .results]
        case .operator: Set(Right.allCases).subtracting([.audit, .accounts])
        case .admin: Set(Right.allCases)
        }
    }
}

/// Who sent a request or gave a command, and what they may do.
public struct Caller: Sendable, Hashable {
    /// As in the audit log, such as `token deploy`.
    public var name: String
    public var rights: Set<Right>

    public init(_ name: String, rights: Set<Right>) {
        self.name = name
        self.rights = rights
    }

    /// The name under which the caller has conversations with people: that of the account.
    public var agent: String { name.hasPrefix(Self.account) ? String(name.dropFirst(Self.account.count)) : name }

    private static let account = "account "

    /// Who has the one token of the settings.
    public static let adminToken = Caller("admin.token", rights: Set(Right.allCases))
}
