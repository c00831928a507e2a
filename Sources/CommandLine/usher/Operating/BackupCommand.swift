import ArgumentParser
import Foundation
import SQLiteStorage
import Server

/// `usher backup`.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copies the database and the files of customers, while the server runs.",
        discussion: """
            The folder is made, and appears only when everything is in it. It does not hold `storage.key`, without which what
            is private in it cannot be read: keep that elsewhere. To go back to a backup, stop the server and put what is in the
            folder into the place of storage.path, or let storage.path name the copy.

            Examples:
              usher backup /var/backups/usher/2026-12-01
              usher backup ../before-the-upgrade --config Config/usher.yaml
            """)

    @Argument(help: "The folder to be made.", completion: .directory)
    var folder: String

    @OptionGroup var access: OperatorAccess

    func run() async throws {
        let database = try access.open()
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
                    "usher: \(backup.missing) more files are named by the database and do not lie beside it; they are not "
                        + "in the backup")
            }
        } catch let error as BackupError {
            Console.note("usher: backup failed: \(error)")
            throw error.isTemporary ? Console.tryLater : ExitCode(2)
        }
    }
}
