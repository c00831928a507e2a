import ConversationRuntime
import Expressions
import Foundation
import SQLStorage
import SQLiteStorage
import Server
import Storage

/// The database, and the disk that it is on.
extension Doctor {
    /// - Parameter asked: what answers on this machine.
    /// - Returns: the results, and the names of the servers that use the database at present, if several can.
    func database(_ asked: [AskedAddress]) async -> (checks: [HealthCheck], running: [String]) {
        switch settings.storage {
        case .file(let path): (checks: await file(path), running: [])
        case .server: await server(settings.storage, asked)
        }
    }

    private func file(_ path: String) async -> [HealthCheck] {
        if SQLiteDatabase.isMissing(path) {
            return [
                HealthCheck(
                    "database", .bad, "\(path) is missing or empty, though a database was created there",
                    advice: "restore it from a backup, or create an empty one with `usher serve --new-database`")
            ]
        }
        guard FileManager.default.fileExists(atPath: path) else {
            let folder = URL(filePath: path).deletingLastPathComponent().path
            let exists = FileManager.default.fileExists(atPath: folder)
            guard !exists || FileManager.default.isWritableFile(atPath: folder) else {
                return [
                    HealthCheck(
                        "database", .bad, "\(folder) cannot be written",
                        advice: "give the server's user write permission, or set `storage.path`")
                ]
            }
            return [HealthCheck("database", .good, "the first start creates \(path)")]
        }
        if SQLiteDatabase.isEmpty(path) {
            return [HealthCheck("database", .good, "\(path) is empty, and the first start creates its tables")]
        }
        await SQLiteDatabase.readAhead(path, progress)
        do {
            let database = try SQLiteDatabase(path: path, isOwner: false, key: settings.storageKey)
            if let fault = try await database.fault() {
                return [
                    HealthCheck(
                        "database", .bad, "\(path) is damaged: \(fault)", advice: "stop the server and restore a backup"
                    )
                ]
            }
            if let mark = try database.movedAway() { return [Self.refusal(of: path, mark)] }
            let owner = SQLiteDatabase.isOwned(path) ? ", and a server uses it" : ""
            let letters = try await database.figures.deadLetterCount()
            let layout = try await database.layout()
            let good = HealthCheck("database", .good, "\(path) is undamaged, with layout \(layout)\(owner)")
            let copy = backup(database.figures.lastBackup)
            guard letters > 0 else { return [good, copy] }
            return [good, copy, Self.warning(ofDeadLetters: letters)]
        } catch StorageError.tooOld(_, let layout, let wanted) {
            let owner = SQLiteDatabase.isOwned(path) ? "; an older server uses it at present" : ""
            return [
                HealthCheck(
                    "database", .good,
                    "\(path) has the layout \(layout); the first start of this version migrates it to \(wanted)\(owner)"
                )
            ]
        } catch {
            return [HealthCheck("database", .bad, "\(error)")]
        }
    }

    /// Checks that there is a backup from the last two days.
    private func backup(_ last: Moment?) -> HealthCheck {
        guard let last else {
            return HealthCheck(
                "backup", .warning, "none has been made with `usher backup`",
                advice: "let a timer run `usher backup` every day; see Docs/Operations.md, Backup")
        }
        let hours = (moment - last).seconds / 3_600
        guard hours > Self.oldestBackup else { return HealthCheck("backup", .good, "the last one is from \(last.iso)") }
        return HealthCheck(
            "backup", .warning, "the last one is \(hours) hours old", advice: "check the job that runs `usher backup`")
    }

    /// In hours.
    private static let oldestBackup = 48

    // PostgreSQL.

    /// The difference of clocks from which the times in a log no longer fit those in the database.
    private static let mostClockDifference = 2_000

    private func server(
        _ storage: StoragePlace, _ asked: [AskedAddress]
    ) async -> (checks: [HealthCheck], running: [String]) {
        do {
            guard let facts = try storage.facts() else { return ([], []) }
            if let flaw = facts.flaw { return ([HealthCheck("database", .bad, "\(storage): \(flaw)")], []) }
            let roles = (try? storage.roles()) ?? []
            let doubt = facts.isConfirmed ? nil : PrimaryDoubt(roles)
            var found = promises(of: facts, at: storage, hosts: storage.hostCount, doubt) + Self.hosts(roles)
            if abs(facts.clockAhead) > Self.mostClockDifference {
                found.append(
                    HealthCheck(
                        "clock", .warning,
                        "the database server's is \(abs(facts.clockAhead) / 1_000) seconds \(facts.clockAhead > 0 ? "ahead" : "behind")",
                        advice: "synchronize the clocks of both machines (NTP)"))
            } else {
                found.append(HealthCheck("clock", .good, "it agrees with that of the database server"))
            }
            if settings.content.store == .folder {
                found.append(
                    HealthCheck(
                        "database", .warning, "customers' files are in a folder, which all servers must share",
                        advice: "set `content.store: database`, or share the folder"))
            }
            guard facts.hasTables else {
                return (found + [emptiness(of: storage, usedBy: facts.serversWithoutTables, asked)], [])
            }
            let data = try storage.open(settings.storageUse(isServer: false))
            if let mark = data.moved { return (found + [Self.refusal(of: "\(storage)", mark)], []) }
            let letters = try await data.figures.deadLetterCount()
            if letters > 0 { found.append(Self.warning(ofDeadLetters: letters)) }
            let nodes = try await data.nodes.all(at: moment)
            return (found + Self.nodes(nodes), nodes.filter(\.isRunning).map(\.node.name))
        } catch {
            return ([HealthCheck("database", .bad, "\(error)")] + Self.hosts((try? storage.roles()) ?? []), [])
        }
    }

    /// What is wrong with each of several database servers, also while no primary is among them. An address that cannot be
    /// read has been reported.
    private static func hosts(_ roles: [ServerRole]) -> [HealthCheck] {
        ServerRole.findings(in: roles).map { finding in
            HealthCheck("database", finding.isBad ? .bad : .warning, finding.text, advice: finding.advice)
        }
    }

    /// Checks whether the database server keeps at present what is acknowledged.
    ///
    /// - Parameter doubt: why it may be a former primary, which must not be made fit to be served from.
    func promises(
        of facts: ServerFacts, at storage: StoragePlace, hosts: Int, _ doubt: PrimaryDoubt? = nil
    ) -> [HealthCheck] {
        var found = [HealthCheck("database", .good, "\(storage) is PostgreSQL \(facts.version)\(Self.copies(facts))")]
        if let exposure = facts.exposure(hosts: hosts) {
            found.append(
                settings.acceptsLoss
                    ? HealthCheck(
                        "database", .warning,
                        "a failover may lose acknowledged messages, as `storage.accept_loss` allows",
                        advice: "name standbys in `synchronous_standby_names`, and remove `storage.accept_loss` then")
                    : HealthCheck(
                        "database", .bad, "\(exposure), and a server that starts now is refused",
                        advice: doubt?.advice ?? ServerFacts.exposureAdvice))
        }
        if settings.acceptsLoss, facts.keepsAll(hosts: hosts) {
            found.append(
                HealthCheck(
                    "database", .warning, ServerFacts.needlessLoss, advice: ServerFacts.needlessLossAdvice))
        }
        if let wait = facts.standbyWait, wait.isBlocked {
            found.append(HealthCheck("database", .bad, wait.finding, advice: wait.advice))
        }
        return found + facts.unnamedStandbys(hosts: hosts).map { Self.warning(ofUnnamed: $0, facts) }
    }

    private static func warning(ofUnnamed standby: String, _ facts: ServerFacts) -> HealthCheck {
        HealthCheck(
            "database", .warning,
            "the standby \(standby) does not confirm commits, since its `application_name` is not in "
                + "`synchronous_standby_names` (\(facts.synchronousStandbys)): promoting it may lose acknowledged messages",
            advice:
                "name every standby there, on the primary and on each standby, such as `ANY 1 (db_1, db_2, db_3)`, and "
                + "run `SELECT pg_reload_conf()`; never promote one that is not named")
    }

    private static func copies(_ facts: ServerFacts) -> String {
        facts.synchronousStandbys.isEmpty ? "" : ", whose commits wait for \(facts.synchronousStandbys)"
    }

    private static func refusal(of place: String, _ mark: MovedMark) -> HealthCheck {
        HealthCheck("database", .bad, "\(StorageError.moved(place, mark))")
    }

    private static func warning(ofDeadLetters count: Int) -> HealthCheck {
        HealthCheck(
            "database", .warning, "there are \(count) dead letters", advice: "`usher deliveries dead` lists them")
    }
}
