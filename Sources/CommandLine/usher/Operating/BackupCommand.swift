import ArgumentParser
import ConversationRuntime
import Diagnostics
import Foundation
import SQLStorage
import SQLiteStorage
import Server

/// `usher backup`.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Back up the database and the files of customers, while the server runs.",
        discussion: """
            Creates the folder, which appears when the backup is complete. A backup does not contain `storage.key`, without
            which its private values cannot be read: store the key elsewhere. `usher restore` puts a backup back, while the
            server is stopped.

            Examples:
              usher backup /var/backups/usher/2026-12-01
              usher backup ../before-the-upgrade --config Config/usher.yaml
            """)

    @Argument(help: "The folder to create.", completion: .directory)
    var folder: String

    @OptionGroup var access: OperatorAccess

    func run() async throws {
        let database = try access.openFile(
            for: "backup",
            instead: "back up a PostgreSQL database with its own means, such as `pg_dump` or continuous archiving")
        try await database.data.record(.backUp)
        let shows = WritableStream.standardError.isTerminal
        do {
            let backup = try await database.backUp(to: folder) { part in
                if shows { Console.show(onErrorStream: "\r\(Int(part * 100)) %") }
            }
            if shows { Console.show(onErrorStream: "\r") }
            let size = ByteCountFormatter.string(fromByteCount: Int64(backup.size), countStyle: .file)
            print("\(backup.database)  \(size), files \(backup.files)")
            if backup.missing > 0 {
                Console.note(
                    "usher: missing on disk and in the backup: \(counted(backup.missing, "file")) that the database names"
                )
            }
        } catch let error as BackupError {
            Console.note("usher: backup failed: \(error)")
            throw error.isTemporary ? Console.tryLater : ExitCode(2)
        }
    }
}
