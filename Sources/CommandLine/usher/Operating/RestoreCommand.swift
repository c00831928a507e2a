import ArgumentParser
import Diagnostics
import Foundation
import SQLiteStorage
import Server
import Usher

/// `usher restore`.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put a backup into the place of the database, while the server is stopped.",
        discussion: """
            BACKUP is a folder made by `usher backup`. It is copied and checked before anything changes, and stays as it is.
            The database that is there now is kept, with its files, in a folder beside it: before-restore-… with the date.
            If the command is interrupted, run it again: it continues.

            Messages that waited to be sent when the backup was made may have been sent since. They are not sent again: they
            become dead letters, which `usher deliveries dead` lists and `usher deliveries retry` sends. With --send-waiting
            the server sends them at its next start.

            Examples:
              usher restore /var/backups/usher/2026-12-01
              usher restore ../before-the-upgrade --config Config/usher.yaml --send-waiting

            Exit code 0: restored. 2: wrong use, or the backup is damaged. 75: a server owns the database, or the disk is full.
            """)

    @Argument(help: "The folder of the backup.", completion: .directory)
    var backup: String

    @Option(help: "Read settings from this file; its `storage.path` locates the database.", completion: .file())
    var config: String?

    @Flag(help: "Send the messages that waited in the backup, although customers may have received them.")
    var sendWaiting = false

    func run() async throws {
        let settings = try Bootstrap.settings(SettingsSource.here(file: config), isServing: false)
        if settings.storageURL != nil {
            try Bootstrap.refuse(
                "`usher restore` is for SQLite files, and `storage.url` is set; restore a PostgreSQL database with its own "
                    + "means, such as `pg_restore`")
        }
        let shows = WritableStream.standardError.isTerminal
        do {
            let restored = try await SQLiteDatabase.restore(
                backup, to: settings.storagePath, key: settings.storageKey, sendsWaiting: sendWaiting, at: Console.now
            ) { part in
                if shows { Console.show(onErrorStream: "\r\(Int(part * 100)) %") }
            }
            if shows { Console.show(onErrorStream: "\r") }
            show(restored)
        } catch let error as RestoreError {
            Console.note("usher: restore failed: \(error)")
            throw error.isTemporary ? Console.tryLater : ExitCode(2)
        }
    }

    private func show(_ restored: Restored) {
        if restored.wasInterrupted { Console.note("the restore that was interrupted is complete") }
        let size = ByteCountFormatter.string(fromByteCount: Int64(restored.size), countStyle: .file)
        print("\(restored.database)  \(size), files \(restored.files)")
        if let previous = restored.previous { Console.note("the previous database is in \(previous)") }
        if restored.missing > 0 {
            Console.note("usher: missing in the backup: \(counted(restored.missing, "file")) that the database names")
        }
        guard restored.withheld > 0 else { return }
        let count = restored.withheld == 1 ? "one message that waited" : "\(restored.withheld) messages that waited"
        Console.note(
            "\(count) in the backup may have been sent since: `usher deliveries dead` lists them, "
                + "`usher deliveries retry` sends them")
    }
}
