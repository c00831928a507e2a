import ConversationRuntime
import Foundation
import GRDB
import Testing

@testable import SQLiteStorage

/// Which files can be opened, and by whom.
@Suite struct OpeningTests {
    @Test func `one server owns a file, and a second is refused`() async throws {
        try await TemporaryFolder.run { folder in
            do {
                let store = try SQLiteSessionStore(path: folder.database)
                #expect(throws: StorageError.inUse(folder.database)) { try SQLiteSessionStore(path: folder.database) }
                #expect(throws: StorageError.inUse(folder.database)) {
                    try SQLiteSessionStore(path: folder.database, startsEmpty: true)
                }
                try await store.keep(record())
            }
            let next = try SQLiteSessionStore(path: folder.database)
            #expect(try await next.session(of: .ana)?.revision == 1)
        }
    }

    @Test func `a server that is refused closes nothing that belongs to others`() async throws {
        try await TemporaryFolder.run { folder in
            let path = folder.url.appending(path: "owned.sqlite").path
            let owner = try OwnershipLock(database: path)
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for _ in 0..<5_000 {
                        #expect(throws: StorageError.inUse(path)) {
                            try OwnershipLock(database: path)
                        }
                    }
                }
                group.addTask {
                    let lost = (0..<5_000).count { _ in
                        let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
                        defer { close(file) }
                        for _ in 0..<100 where fcntl(file, F_GETFD) < 0 { return true }
                        return false
                    }
                    #expect(lost == 0)
                }
            }
            withExtendedLifetime(owner) {}
        }
    }

    @Test func `an operator's command writes beside the server, and the server's old revision loses`() async throws {
        try await TemporaryFolder.run { folder in
            let server = try SQLiteSessionStore(path: folder.database)
            let first = try await server.saved(record())
            let operators = try SQLiteSessionStore(path: folder.database, isOwner: false)
            let second = try await operators.saved(record(.ana, replacing: operators.session(of: .ana)))
            #expect(try await server.commit(record(.ana, replacing: first)) == .conflict)
            #expect(try await server.session(of: .ana) == second)
            try await server.keep(record(.ana, replacing: second))
        }
    }

    @Test func `only its owner reads the file`() async throws {
        try await TemporaryFolder.run { folder in
            let store = try SQLiteSessionStore(path: folder.database)
            try await store.keep(record())
            for suffix in ["", "-wal", "-shm", ".lock"] {
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.database + suffix)
                #expect(attributes[.posixPermissions] as? Int == 0o600, "the file \(suffix)")
            }
        }
    }

    @Test func `an empty file becomes a database`() async throws {
        try await TemporaryFolder.run { folder in
            let path = folder.url.appending(path: "empty.sqlite").path
            #expect(FileManager.default.createFile(atPath: path, contents: Data()))
            let store = try SQLiteSessionStore(path: path)
            try await store.keep(record())
        }
    }

    @Test func `the file of a newer version is refused`() async throws {
        try await TemporaryFolder.run { folder in
            do {
                let store = try SQLiteSessionStore(path: folder.database)
                try await store.pool.write {
                    try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('from the future')")
                }
            }
            #expect(throws: StorageError.tooNew(folder.database)) { try SQLiteSessionStore(path: folder.database) }
        }
    }

    @Test func `what is no database is refused with a reason, and left alone`() async throws {
        try await TemporaryFolder.run { folder in
            let path = folder.url.appending(path: "notes.txt").path
            let text = Data(String(repeating: "These are notes. ", count: 100).utf8)
            try text.write(to: URL(filePath: path))
            #expect { try SQLiteSessionStore(path: path) } throws: { error in
                guard case .unusable(path, _)? = error as? StorageError else { return false }
                return true
            }
            #expect(try Data(contentsOf: URL(filePath: path)) == text)
        }
    }

    @Test func `a folder that cannot be made is refused with a reason`() async throws {
        try await TemporaryFolder.run { folder in
            let file = folder.url.appending(path: "file")
            try Data().write(to: file)
            let path = file.appending(path: "usher.sqlite").path
            #expect { try SQLiteSessionStore(path: path) } throws: { error in
                guard case .unusable(path, _)? = error as? StorageError else { return false }
                return true
            }
        }
    }

    @Test(arguments: [
        (StorageError.inUse("a.sqlite"), "stop that one"), (.tooNew("a.sqlite"), "run that version"),
        (.unusable("a.sqlite", "no room"), "no room"),
    ]) func `a refusal says which file and what to do`(error: StorageError, part: String) {
        #expect("\(error)".contains("a.sqlite"))
        #expect("\(error)".contains(part))
    }
}
