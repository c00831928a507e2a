public import ConversationRuntime
import Databases
import JSON

/// The change of the key that seals private values.
public struct SQLResealing: ResealingStore {
    let database: StoredData

    /// The number of rows processed before other writes get their turn.
    private static let pace = 200

    public func sealEverythingAnew() async throws -> Int? {
        guard database.seal.withoutFormer != nil, try await database.read(KeyProof.isChanging) else { return nil }
        var count = 0
        for column in try await database.read(SealedColumn.all) { count += try await sealAnew(column) }
        count += try await sealFilesAnew()
        try await database.perform { try KeyProof.endChange(database.seal, $0) }
        return count
    }

    private func sealAnew(_ column: SealedColumn) async throws -> Int {
        var count = 0
        var last: SealedColumn.Cell?
        while true {
            try Task.checkCancellation()
            let cells = try await database.read { [last] in try column.cells(after: last, limit: Self.pace, $0) }
            guard let end = cells.last else { return count }
            last = end
            // A value that cannot be read here cannot be read anywhere; it is left unchanged.
            let changes = cells.compactMap { cell -> (SealedColumn.Cell, String)? in
                guard let stored = try? JSONValue(parsing: cell.text), let anew = try? database.seal.sealedAnew(stored)
                else {
                    return nil
                }
                return (cell, anew.text)
            }
            guard !changes.isEmpty else { continue }
            try await database.perform { db in
                for (cell, anew) in changes { try column.put(anew, in: cell, db) }
            }
            count += changes.count
        }
    }

    private func sealFilesAnew() async throws -> Int {
        let keys = FileKeys(seal: database.seal, files: database.files)
        var count = 0
        let ids = try await database.read { try String.fetchAll($0, sql: "SELECT id FROM content WHERE private = 1") }
        for id in ids {
            try Task.checkCancellation()
            guard let content = try await database.read({ try ContentRows.content(id, database.seal, $0) }),
                let file = try await keys.sealAnew(content)
            else { continue }
            let isChanged = try await database.perform { db in
                try db.execute(
                    sql: "UPDATE content SET file = ? WHERE id = ? AND file = ?", arguments: [file, id, content.file])
                guard db.changesCount == 1 else { return false }
                try ContentPieces.remove([content.file], db)
                try ContentPieces.adopt(file, db)
                return true
            }
            if isChanged {
                database.files.folder.remove([content.file])
            } else {
                await database.files.discard([file])
            }
            count += 1
        }
        return count
    }
}
