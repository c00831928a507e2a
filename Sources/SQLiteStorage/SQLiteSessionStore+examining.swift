import GRDB

extension SQLiteSessionStore {
    /// What SQLite finds wrong with the file; `nil` when nothing is.
    public func fault() async throws -> String? {
        let found = try await read { try String.fetchAll($0, sql: "PRAGMA quick_check(3)") }
        return found == ["ok"] ? nil : found.joined(separator: "; ")
    }

    /// The number of the file's layout.
    public func layout() async throws -> String { try await read { try Layout(of: $0).current ?? "none" } }

    /// Whether what is private can be opened.
    public var hasKey: Bool { seal.hasKey }

    /// How many dead letters there are.
    public func deadLetterCount() async throws -> Int {
        try await read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM dead_letters") ?? 0 }
    }

    /// Whether a server owns the file just now.
    public static func isOwned(_ path: String) -> Bool {
        do throws(StorageError) {
            _ = try OwnershipLock(database: path)
            return false
        } catch {
            if case .inUse = error { return true }
            return false
        }
    }
}
