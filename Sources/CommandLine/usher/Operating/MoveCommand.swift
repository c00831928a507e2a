import ArgumentParser
import Diagnostics
import Foundation
import SQLStorage
import Server
import Storage
import Usher

/// `usher move`: carries a bot's data from one database to another.
struct MoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move a bot's data from an SQLite file to a PostgreSQL database, or back.",
        discussion: """
            Takes everything along: conversations, messages that wait, timers, calls, payments, files, published flows. Customers
            in the middle of a conversation notice a pause. Docs/Scaling.md describes the steps.

            Examples:
              usher move sqlite-to-postgresql
              usher move postgresql-to-sqlite --config /etc/usher/usher.yaml
            """,
        subcommands: [MoveToPostgreSQL.self, MoveToSQLite.self])
}

/// `usher move sqlite-to-postgresql`.
struct MoveToPostgreSQL: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sqlite-to-postgresql",
        abstract: "Move the data of the SQLite file into the PostgreSQL database.",
        discussion: """
            `storage.path` is the file, and `storage.url` the database. The server must be stopped, and the database empty. If the
            command is interrupted, the database stays empty and the file as it was: run it again. An older file is migrated
            first, as a server would.

            Afterwards the file is marked: servers refuse it, so that no customer is served twice. Keep it until you trust the
            new database; commands can still read it. What the file holds is not erased by later erasures: delete it then.

            Examples:
              usher move sqlite-to-postgresql
              USHER_STORAGE_URL=postgresql://usher@db.example/usher usher move sqlite-to-postgresql shop
              usher move sqlite-to-postgresql --config /etc/usher/usher.yaml

            Exit code 0: moved. 2: wrong use, or the data cannot be moved. 75: a server is running, or a database cannot be reached
            or waits for a standby.
            """)

    @OptionGroup var move: MoveOptions

    func run() async throws { try await move.run(toServer: true) }
}

/// `usher move postgresql-to-sqlite`.
struct MoveToSQLite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "postgresql-to-sqlite",
        abstract: "Move the data of the PostgreSQL database into an SQLite file.",
        discussion: """
            `storage.url` is the database, and `storage.path` the file, which must not exist, or be empty. The file of an earlier
            move is not overwritten: name another one in the same folder. All servers must be stopped. If the command is
            interrupted, the file stays empty and the database as it was: run it again. A move that fails removes the file
            that it has created.

            Afterwards the database is marked: servers refuse it, so that no customer is served twice.

            Examples:
              USHER_STORAGE_PATH=/var/lib/usher/back.sqlite usher move postgresql-to-sqlite
              usher move postgresql-to-sqlite --config /etc/usher/usher.yaml

            Exit code 0: moved. 2: wrong use, or the data cannot be moved. 75: a server is running, or a database cannot be reached
            or waits for a standby.
            """)

    @OptionGroup var move: MoveOptions

    func run() async throws { try await move.run(toServer: false) }
}

/// What both directions share.
struct MoveOptions: ParsableArguments {
    @Argument(help: "The project.", completion: .directory)
    var path = "."

    @Option(
        help: "Read settings from this file; its `storage.path` and `storage.url` name both databases.",
        completion: .file())
    var config: String?

    /// - Parameter toServer: whether the PostgreSQL database is the target.
    func run(toServer: Bool) async throws {
        let project = ProjectPlace.path(path)
        let settings = try Bootstrap.settings(
            SettingsSource(project: project, file: config, resolvesPaths: project != "."), isServing: false)
        guard settings.storageURL != nil else {
            try Bootstrap.refuse(
                "`storage.url` is not set; add the address of the PostgreSQL database, such as "
                    + "`postgresql://usher@db.example/usher`, or a file with it as `storage.url_file`")
        }
        let file = StoragePlace.file(settings.storagePath)
        let (source, target) = toServer ? (file, settings.storage) : (settings.storage, file)
        Console.note("moving \(source) to \(target)")
        let bar = ProgressLine()
        var use = settings.storageUse(isServer: true)
        use.onDelay = { reason in
            bar.clear()
            Console.note("usher: the move waits: \(reason)")
        }
        let move = StorageMove(from: source, to: target, use, at: Console.now)
        do throws(MoveError) {
            let report = try await move.run { bar.say("\(Int($0 * 100)) %") }
            bar.clear()
            show(report, in: settings, toServer: toServer)
        } catch {
            bar.clear()
            Console.note("usher: the move failed: \(error)")
            throw error.isTemporary ? Console.tryLater : ExitCode(2)
        }
    }

    /// Writes the report to standard output as a whole, so that it keeps its order where the two streams are separate, as in
    /// a pipe. Warnings come before it.
    private func show(_ report: MoveReport, in settings: ServerSettings, toServer: Bool) {
        if report.missing > 0 {
            Console.note("usher: missing on disk: \(counted(report.missing, "file")) that the database names")
        }
        if report.wasInterrupted { print("the move that was interrupted is complete") }
        let counts = report.counts + [MoveReport.Count("files in the folder", report.files)]
        let width = counts.map(\.title.count).max() ?? 0
        for count in counts where count.rows > 0 {
            print("\(count.title.padding(toLength: width, withPad: " ", startingAt: 0))  \(count.rows)")
        }
        print("both databases hold the same rows: their numbers and checksums were compared")
        for line in next(report, file: settings.storagePath, toServer: toServer) { print(line) }
    }

    /// What the operator does next.
    private func next(_ report: MoveReport, file: String, toServer: Bool) -> [String] {
        guard toServer else {
            return [
                "next: remove `storage.url`, keep `storage.path: \(file)`, and start one server. Keep the database until you "
                    + "trust the file"
            ]
        }
        let files =
            report.files == 0
            ? []
            : [
                "files of customers that were in a folder are in \(report.folder), which all servers need: share it, or "
                    + "copy it to their machines"
            ]
        return files + [
            "next: set `storage.url` on every machine, and start the servers. Keep \(file) until you trust the database"
        ]
    }
}
