import ConversationRuntime
import SQLStorage
import Server

/// The audit log of operators' commands.
extension StoredData {
    /// Enters what a command shows or does, before it does so: what cannot be entered is not done.
    func record(_ act: AuditAct, _ describe: (inout AuditEntry) -> Void = { _ in }) async throws {
        try await audit.record(.ofCommand(act, describe))
    }
}

extension AuditEntry {
    /// An entry of what a command does, by the user of this terminal.
    static func ofCommand(_ act: AuditAct, _ describe: (inout AuditEntry) -> Void = { _ in }) -> AuditEntry {
        var entry = AuditEntry(act, by: "command line (\(PublishCommand.user))", at: Console.now)
        describe(&entry)
        return entry
    }
}
