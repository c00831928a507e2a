import Databases
import SQLStorage

/// Usher's tables on a server: their layout, and the steps that lead to the newest one.
struct PostgreSQLSchema {
    private let address: PostgreSQLAddress
    private let steps: [PostgreSQLStep]
    private let session: PostgreSQLSession

    /// The number of attempts when other servers change the tables at the same moment, or use them for long.
    private static let patience = 12

    init(_ address: PostgreSQLAddress, steps: [PostgreSQLStep] = PostgreSQLStep.all) {
        self.address = address
        self.steps = steps
        session = PostgreSQLSession(address)
    }

    /// The newest layout that this program knows.
    private var newest: Int64 { steps.last?.number ?? 0 }

    /// Creates the tables, or brings them to the newest layout.
    ///
    /// Any number of servers may do so at the same time, with programs of different versions: each step is one transaction
    /// under a lock, and the next server finds it done.
    /// - Parameter mayMigrate: whether tables of an older layout are changed; otherwise they are refused.
    func make(mayMigrate: Bool = true) async throws {
        let encoding = try await session.value { try String.fetchOne($0, sql: "SHOW server_encoding") }
        guard encoding == "UTF8" else {
            throw PostgreSQLOpeningError.wrongEncoding(address.place, encoding: encoding ?? "")
        }
        let found = try await layout()
        if try isUsable(found) { return }
        if found == nil, let table = try await session.value({ try Self.foreignTable($0) }) {
            throw PostgreSQLOpeningError.otherTables(address.place, table: table)
        }
        if let found, !mayMigrate { throw PostgreSQLOpeningError.tooOld(layout: found.number, wanted: newest) }
        if let wait = await standbyWait(), wait.isBlocked, wait.connected == 0 {
            throw PostgreSQLOpeningError.notWritable(address.place, reason: wait.description)
        }
        if found == nil {
            try await repeating { try await session.run(Self.basics(in: address.schema), within: address.patience) }
        }
        for step in steps where step.number > found?.number ?? 0 {
            try await repeating { try await session.run(Self.transaction(step)) }
        }
        // A newer program may have been faster.
        _ = try isUsable(try await layout())
    }

    /// Creates the tables, or brings them to the newest layout, in the open transaction of a connection, whose rollback
    /// takes it back.
    ///
    /// - Throws: `PostgreSQLOpeningError`, or `SQLError`; of kind `conflict` when others change the tables at the same moment.
    func make(within transaction: PostgreSQLConnection) throws {
        let found = try Self.layout(Database(transaction))
        if try isUsable(found) { return }
        do throws(SQLError) {
            if found == nil { try transaction.run(Self.basics(in: address.schema)) }
            for step in steps where step.number > found?.number ?? 0 { try transaction.run(Self.statements(of: step)) }
        } catch {
            switch error.kind {
            // Two that create the same table at the same moment.
            case .constraint: throw SQLError(.conflict, error.description)
            case .other: throw PostgreSQLOpeningError(error, at: address.place)
            case .conflict, .unknown, .unavailable: throw error
            }
        }
    }

    /// Removes the notes of commits that no server looks for any more.
    func sweep() async throws {
        try await session.run("DELETE FROM commits WHERE at < now() - interval '1 day'", within: address.patience)
    }

    private struct Layout {
        let number: Int64
        let oldest: Int64
    }

    /// The layout of the tables; `nil` when there are none.
    private func layout() async throws -> Layout? { try await session.value { try Self.layout($0) } }

    private static func layout(_ db: Database) throws -> Layout? {
        let isThere: Bool =
            try Row.fetchOne(db, sql: "SELECT to_regclass('layouts') IS NOT NULL").map { $0[0] } ?? false
        guard isThere else { return nil }
        return try Row.fetchOne(db, sql: "SELECT MAX(number), MAX(oldest) FROM layouts WHERE number > 0").flatMap {
            guard let number = $0[0] as Int64?, let oldest = $0[1] as Int64? else { return nil }
            return Layout(number: number, oldest: oldest)
        }
    }

    /// A table of another program that has the name of one of ours; `nil` when there is none, or the tables are ours.
    private static func foreignTable(_ db: Database) throws -> String? {
        let names = PostgreSQLTables.all.matches(of: /CREATE TABLE (\w+)/).map { "'\($0.1)'" } + ["'commits'"]
        return try String.fetchOne(
            db,
            sql: """
                SELECT relname::text FROM pg_class
                WHERE to_regclass('layouts') IS NULL AND relnamespace = to_regnamespace(quote_ident(current_schema()))
                    AND relkind IN ('r', 'p', 'v', 'm') AND relname IN (\(names.joined(separator: ", ")))
                ORDER BY relname LIMIT 1
                """)
    }

    /// Whether nothing has to be done.
    private func isUsable(_ layout: Layout?) throws -> Bool {
        guard let layout else { return false }
        if layout.oldest > newest { throw PostgreSQLOpeningError.tooNew(layout: layout.number, known: newest) }
        return layout.number >= newest
    }

    /// Repeats what other servers have interfered with: two that create the same thing at the same moment, or one that
    /// holds a lock for long.
    private func repeating(_ work: () async throws -> Void) async throws {
        var attempts = 0
        while true {
            do {
                return try await work()
            } catch let error as SQLError where error.kind != .unavailable && attempts < Self.patience {
                attempts += 1
                // What interferes may be an earlier attempt, which waits for a standby.
                if attempts > 1, error.kind == .conflict, await standbyWait()?.isBlocked == true { throw error }
            }
        }
    }

    /// How commits depend on standbys; `nil` when that is unknown.
    private func standbyWait() async -> StandbyWait? { try? await session.value { try StandbyWait($0) } }

    private static func basics(in schema: String) -> String {
        """
        CREATE SCHEMA IF NOT EXISTS "\(schema.replacing("\"", with: "\"\""))";
        CREATE TABLE IF NOT EXISTS layouts (
            number bigint PRIMARY KEY, oldest bigint NOT NULL, made_at timestamptz NOT NULL DEFAULT now()
        );
        CREATE TABLE IF NOT EXISTS commits (
            slot text PRIMARY KEY, number bigint NOT NULL, at timestamptz NOT NULL
        ) WITH (fillfactor = 50);
        """
    }

    /// A step as one transaction.
    private static func transaction(_ step: PostgreSQLStep) -> String { "BEGIN; \(statements(of: step)); COMMIT" }

    /// A step inside a transaction. Waiting for a lock has a limit, so that it does not stop the servers that are running.
    private static func statements(of step: PostgreSQLStep) -> String {
        """
        SET LOCAL statement_timeout TO 0;
        LOCK TABLE layouts IN EXCLUSIVE MODE;
        DO $do$ BEGIN
            IF NOT EXISTS (SELECT 1 FROM layouts WHERE number >= \(step.number)) THEN
                EXECUTE $step$ \(step.sql) $step$;
                INSERT INTO layouts (number, oldest) VALUES (\(step.number), \(step.oldest));
            END IF;
        END $do$
        """
    }
}
