import Diagnostics
import Expressions
import SQLStorage
import SQLiteStorage
import Testing

@testable import Server

@Suite struct ContentSettingsTests {
    private static func read(_ yaml: String) throws(SettingsError) -> ContentSettings {
        var reader = SettingsReader(
            file: SourceFile(path: "usher.yaml", bytes: Array(yaml.utf8)), environment: [:])
        return try reader.settings(isServing: false).content
    }

    @Test(arguments: [
        ("content.max_size: 90 MB", 90_000_000), ("content.max_size: 800 kb", 800_000),
        ("content.max_size: 2 GB", 2_000_000_000), ("server.port: 1", 25_000_000),
    ])
    func `the largest file is a number and a unit`(_ yaml: String, _ size: Int) throws {
        #expect(try Self.read(yaml).maxSize == size)
    }

    @Test func `Apple is never sent more than it takes`() throws {
        #expect(try Self.read("content.max_size: 1 GB").largestOfApple == 100_000_000)
        #expect(try Self.read("content.max_size: 1 MB").largestOfApple == 1_000_000)
    }

    @Test(
        arguments: [
            ("content.kinds: all", nil), ("server.port: 1", nil), ("content.kinds: none", []),
            ("content.kinds: Image/*, application/pdf", ["image/*", "application/pdf"]),
        ] as [(String, [String]?)])
    func `kinds are media types, whole or by their beginning`(_ yaml: String, _ kinds: [String]?) throws {
        #expect(try Self.read(yaml).kinds == kinds)
    }

    @Test(arguments: ["pictures", "image/", "*/pdf", "image/png;q=1", "image/png image/gif"])
    func `other words are no kinds`(_ kinds: String) {
        #expect(throws: SettingsError.self) { try Self.read("content.automatic_kinds: \(kinds)") }
    }

    @Test(arguments: [
        ("retention.content: 2 hours", 2), ("retention.content: 90 days", 2_160), ("server.port: 1", 720),
    ])
    func `files are kept for a length of time`(_ yaml: String, _ hours: Int) throws {
        #expect(try Self.read(yaml).retention == .hours(hours))
    }

    @Test(
        arguments: [
            ("content.quota: 50 GB", 50_000_000_000), ("content.quota: 2 TB", 2_000_000_000_000),
            ("content.quota: 25 MB", 25_000_000), ("server.port: 1", nil),
        ] as [(String, Int?)])
    func `all files together have a size of their own`(_ yaml: String, _ size: Int?) throws {
        #expect(try Self.read(yaml).limits.total == size)
    }

    @Test func `files are in a folder, or in the database`() throws {
        #expect(try Self.read("server.port: 1").store == .folder)
        #expect(try Self.read("content.store: folder").store == .folder)
        let url = "storage.url: postgresql://usher@db.example/usher"
        #expect(try Self.read(url).store == .database)
        #expect(try Self.read("\(url)\ncontent.store: folder").store == .folder)
        #expect(try Self.read("content.store: database").store == .database)
        for word in ["s3", "Folder", "yes"] {
            let error = #expect(throws: SettingsError.self) { try Self.read("content.store: \(word)") }
            #expect(error?.lines.count == 1)
            #expect(error?.description.contains("expected `folder` or `database`") == true)
        }
    }

    @Test func `a conversation has room for two of the largest files, and for 200 MB`() throws {
        #expect(try Self.read("server.port: 1").limits.conversation == 200_000_000)
        #expect(try Self.read("content.max_size: 2 GB").limits.conversation == 4_000_000_000)
        #expect(try Self.read("server.port: 1").limits.freeSpace == nil)
        #expect(try Self.read("content.free_space: 2 GB").limits.freeSpace == 2_000_000_000)
        #expect(try Self.read("content.free_space: 0 KB").limits.freeSpace == 0)
    }

    @Test(arguments: [
        "content.quota: 24 MB", "content.quota: all", "content.quota: 5", "content.free_space: 3 GB",
        "content.max_size: 25", "content.max_size: 2001 MB", "content.max_size: 3 GB", "content.max_size: -1 MB",
        "content.max_size: 999999999999999999 GB", "content.max_size: 0.5 MB", "content.max_size: many",
        "retention.content: 30", "retention.content: 1 minute", "retention.content: 400 days",
        "retention.content: for ever",
    ])
    func `anything else is refused with what was expected`(_ yaml: String) {
        let error = #expect(throws: SettingsError.self) { try Self.read(yaml) }
        let key = yaml.prefix { $0 != ":" }
        #expect(error?.lines.count == 1 && error?.description.contains("`\(key)` is") == true)
        #expect(error?.description.contains("; expected a ") == true)
    }
}
