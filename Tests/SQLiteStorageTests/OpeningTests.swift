import ConversationRuntime
import Foundation
import GRDB
import TestSupport
import Testing

@testable import SQLStorage
@testable import SQLiteStorage

/// The files that can be opened, and by which processes.
@Suite struct OpeningTests {
    /// Work that blocks in the kernel runs on a separate thread, not on one of the few that all tests share.
    private static func onThread(_ work: @escaping @Sendable () -> Int) async -> Int {
        await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: work()) }.start()
        }
    }

    @Test func `one server owns a file, and a second is refused`() async throws {
        try await TemporaryFolder.run { folder in
            do {
                let database = try SQLiteDatabase(path: folder.database)
                #expect(throws: StorageError.inUse(folder.database)) { try SQLiteDatabase(path: folder.database) }
                #expect(throws: StorageError.inUse(folder.database)) {
                    try SQLiteDatabase(path: folder.database, startsEmpty: true)
                }
                try await database.sessions.keep(record())
            }
            let next = try SQLiteDatabase(path: folder.database)
            #expect(try await next.sessions.session(of: .ana)?.revision == 1)
        }
    }

    @Test func `what may work later is told apart from what cannot`() async throws {
        try await TemporaryFolder.run { folder in
            let owner = try SQLiteDatabase(path: folder.database)
            #expect(throws: StorageError.inUse(folder.database)) { try SQLiteDatabase(path: folder.database) }
            #expect(StorageError.inUse(folder.database).isTemporary)
            withExtendedLifetime(owner) {}
            let text = folder.url.appending(path: "text.sqlite").path
            try Data(repeating: 0x61, count: 10_000).write(to: URL(filePath: text))
            let error = try #require(#expect(throws: StorageError.self) { try SQLiteDatabase(path: text) })
            #expect(!error.isTemporary)
            #expect("\(error)" == "\(text) cannot be used as a database: \(text) is not a database")
        }
    }

    @Test func `a server that is refused closes nothing that belongs to others`() async throws {
        try await TemporaryFolder.run { folder in
            let path = folder.url.appending(path: "owned.sqlite").path
            let owner = try OwnershipLock(database: path)
            async let refused = Self.onThread {
                (0..<1_000).count { _ in
                    do { _ = try OwnershipLock(database: path) } catch { return error as? StorageError == .inUse(path) }
                    return false
                }
            }
            async let lost = Self.onThread {
                (0..<5_000).count { _ in
                    let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
                    defer { close(file) }
                    for _ in 0..<100 where fcntl(file, F_GETFD) < 0 { return true }
                    return false
                }
            }
            #expect(await refused == 1_000)
            #expect(await lost == 0)
            withExtendedLifetime(owner) {}
        }
    }

    @Test func `an operator's command writes beside the server, and the server's old revision loses`() async throws {
        try await TemporaryFolder.run { folder in
            let server = try SQLiteDatabase(path: folder.database)
            let first = try await server.sessions.saved(record())
            let command = try SQLiteDatabase(path: folder.database, isOwner: false)
            let second = try await command.sessions.saved(record(.ana, replacing: command.sessions.session(of: .ana)))
            #expect(try await server.sessions.commit(record(.ana, replacing: first)) == .conflict)
            #expect(try await server.sessions.session(of: .ana) == second)
            try await server.sessions.keep(record(.ana, replacing: second))
        }
    }

    @Test func `a server owns a file through every link, and no second name of it is used`() async throws {
        try await TemporaryFolder.run { folder in
            let manager = FileManager.default
            try folder.makeHome()
            let (link, second) = (folder.database + ".link", folder.database + ".second")
            let (home, way) = (folder.url.path, folder.url.path + "-way")
            defer { try? manager.removeItem(atPath: way) }
            try manager.createSymbolicLink(atPath: link, withDestinationPath: folder.database)
            try manager.createSymbolicLink(atPath: way, withDestinationPath: home)
            do {
                let server = try SQLiteDatabase(path: folder.database)
                try await server.sessions.keep(record())
                let through = way + folder.database.dropFirst(home.count)
                for path in [link, through] {
                    #expect(throws: StorageError.inUse(path)) { try SQLiteDatabase(path: path) }
                    #expect(SQLiteDatabase.isOwned(path))
                    let command = try SQLiteDatabase(path: path, isOwner: false)
                    #expect(try await command.sessions.session(of: .ana)?.revision == 1)
                }
                try manager.linkItem(atPath: folder.database, toPath: second)
                for isOwner in [true, false] {
                    let error = try #require(
                        #expect(throws: StorageError.self) { try SQLiteDatabase(path: second, isOwner: isOwner) })
                    #expect("\(error)".contains("has 2 names (hard links)"))
                }
            }
            try manager.removeItem(atPath: second)
            let next = try SQLiteDatabase(path: link)
            #expect(try await next.sessions.session(of: .ana)?.revision == 1)
            #expect(throws: StorageError.inUse(folder.database)) { try SQLiteDatabase(path: folder.database) }
        }
    }

    @Test func `a database of another program is not touched`() async throws {
        try await TemporaryFolder.run { folder in
            for table in ["invoices", "sessions"] {
                let path = folder.url.appending(path: "\(table).sqlite").path
                do {
                    let other = try DatabaseQueue(path: path)
                    try await other.write { try $0.execute(sql: "CREATE TABLE \(table) (number)") }
                    try other.close()
                }
                let before = try Data(contentsOf: URL(filePath: path))
                for isOwner in [true, false] {
                    let error = try #require(
                        #expect(throws: StorageError.self) { try SQLiteDatabase(path: path, isOwner: isOwner) })
                    #expect(
                        "\(error)"
                            == "\(path) cannot be used as a database: it is a database of another program, with the table "
                            + "`\(table)`; set another `storage.path`")
                    #expect(!error.isTemporary)
                }
                #expect(try Data(contentsOf: URL(filePath: path)) == before)
                #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
            }
        }
    }

    @Test func `an empty file is no database, unless a server makes one of it`() async throws {
        try await TemporaryFolder.run { folder in
            #expect(SQLiteDatabase.isEmpty(folder.database))
            try folder.makeHome()
            try Data().write(to: URL(filePath: folder.database))
            #expect(SQLiteDatabase.isEmpty(folder.database))
            try await SQLiteDatabase(path: folder.database).sessions.keep(record())
            #expect(!SQLiteDatabase.isEmpty(folder.database))
        }
    }

    @Test func `only its owner reads the file`() async throws {
        try await TemporaryFolder.run { folder in
            let database = try SQLiteDatabase(path: folder.database)
            try await database.sessions.keep(record())
            for suffix in ["", "-wal", "-shm", ".lock"] {
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.database + suffix)
                #expect(attributes[.posixPermissions] as? Int == 0o600, "the file \(suffix)")
            }
        }
    }

    @Test(.enabled(if: geteuid() == 0))
    func `what root makes beside a server belongs to the server`() async throws {
        try await TemporaryFolder.run { folder in
            let (manager, user) = (FileManager.default, uid_t(64_123))
            let home = folder.url.appending(path: "data").path
            try manager.createDirectory(atPath: home, withIntermediateDirectories: true)
            try #require(chown(home, user, user) == 0)
            let picture = folder.url.appending(path: "logo.png").path
            try Data("PNG".utf8).write(to: URL(filePath: picture))
            let database = try SQLiteDatabase(path: folder.database, isOwner: false)
            _ = SQLiteDatabase.isOwned(folder.database)
            let checksum = "796120837694d3f3f29259cfeb25091698c2a0aa87873658d840b4993ee889b3"
            let file = FlowVersion.File(role: .picture, path: "Flows/images/logo.png", checksum: checksum, size: 3)
            _ = try await database.versions.publish(
                FlowVersion(hash: "aa11", files: [file]), pictures: [file.path: picture], at: tenOClock, by: "root",
                note: "")
            let copy = try await database.copies.copySessions { _ in }
            let made = try manager.subpathsOfDirectory(atPath: home)
            #expect(made.contains("published/usher.sqlite/\(checksum)") && made.contains("usher.sqlite.lock"))
            #expect(made.contains { $0.hasSuffix("copy.sqlite") } && made.contains { $0.hasSuffix("copy.sqlite.lock") })
            for path in made {
                var facts = stat()
                #expect(
                    lstat("\(home)/\(path)", &facts) == 0 && facts.st_uid == user && facts.st_gid == user, "\(path)")
            }
            copy.remove()
        }
    }

    @Test func `an empty file becomes a database`() async throws {
        try await TemporaryFolder.run { folder in
            let path = folder.url.appending(path: "empty.sqlite").path
            #expect(FileManager.default.createFile(atPath: path, contents: Data()))
            let database = try SQLiteDatabase(path: path)
            try await database.sessions.keep(record())
        }
    }

    @Test func `the file of a newer version is refused`() async throws {
        try await TemporaryFolder.run { folder in
            do {
                let database = try SQLiteDatabase(path: folder.database)
                try await database.pool.write {
                    try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('from the future')")
                }
            }
            #expect(throws: StorageError.tooNew(folder.database, layout: "from the future", known: Layout.newest)) {
                try SQLiteDatabase(path: folder.database)
            }
        }
    }

    @Test func `what is no database is refused with a reason, and left alone`() async throws {
        try await TemporaryFolder.run { folder in
            let path = folder.url.appending(path: "notes.txt").path
            let text = Data(String(repeating: "These are notes. ", count: 100).utf8)
            try text.write(to: URL(filePath: path))
            #expect { try SQLiteDatabase(path: path) } throws: { error in
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
            #expect { try SQLiteDatabase(path: path) } throws: { error in
                guard case .unusable(path, _)? = error as? StorageError else { return false }
                return true
            }
        }
    }

    @Test(arguments: [
        (StorageError.inUse("a.sqlite"), "stop that server"),
        (
            .tooNew("a.sqlite", layout: "099", known: "014"),
            "its layout is 099, and this version supports layouts up to 014"
        ),
        (.tooOld("a.sqlite", layout: "003", wanted: "014"), "start the server of this version"),
        (.unusable("a.sqlite", "no room"), "no room"),
    ]) func `a refusal says which file and what to do`(error: StorageError, part: String) {
        #expect("\(error)".contains("a.sqlite"))
        #expect("\(error)".contains(part))
    }
}
