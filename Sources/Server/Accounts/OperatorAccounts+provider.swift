import Channels
public import ConversationRuntime
import JSON

/// Operators whom an identity provider has identified.
extension OperatorAccounts {
    /// What is stored in place of a password: no password matches it.
    private static let noPassword = "-"
    private static let actor = "identity provider"

    /// Signs in who an identity provider has identified.
    ///
    /// - Parameters:
    ///   - name: the name of the account.
    ///   - role: the role that the provider gives; an account that does not exist is added with it, and another role of one
    ///     that exists is changed. `nil` lets in accounts that exist, with their own role.
    /// - Returns: the secret of the session; `nil` when there is no such account, or it is disabled.
    public func signIn(identifiedAs name: String, role: Role?) async throws -> SecretText? {
        let name = name.lowercased()
        guard Account.isName(name) else { return nil }
        if let account = try await store.account(name) { return try await signIn(identifiedAs: account, role: role) }
        guard let role else { return nil }
        let new = Account(name: name, role: role, password: Self.noPassword, at: clock.now)
        if try await store.add(new, recording: entry(.addAccount, name, role)) {
            return try await beginSession(of: new)
        }
        // Another server was faster.
        guard let account = try await store.account(name) else { return nil }
        return try await signIn(identifiedAs: account, role: role)
    }

    private func signIn(identifiedAs account: Account, role: Role?) async throws -> SecretText? {
        guard !account.isDisabled else {
            try await audit.record(
                AuditEntry(
                    .signIn, by: account.caller.name, at: clock.now, details: ["reason": "the account is disabled"],
                    outcome: .failed))
            return nil
        }
        guard let role, role != account.role else { return try await beginSession(of: account) }
        let entry = entry(.changeAccount, account.name, role)
        _ = try await store.change(account: account.name, AccountChange(role: role), at: clock.now, recording: entry)
        guard let changed = try await store.account(account.name) else { return nil }
        return try await beginSession(of: changed)
    }

    private func entry(_ act: AuditAct, _ name: String, _ role: Role) -> AuditEntry {
        AuditEntry(
            act, by: Self.actor, at: clock.now, object: "account \(name)", details: ["role": .string(role.rawValue)])
    }
}
