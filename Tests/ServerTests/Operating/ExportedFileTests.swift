import Channels
import Concurrency
import ConversationRuntime
import Expressions
import FlowEngine
import Foundation
import JSON
import Logging
import MessageModel
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

@testable import CustomerRecords
@testable import Server

/// A customer's files in an export.
@Suite struct ExportedFileTests {
    private let folder: TemporaryFolder
    private let database: SQLiteDatabase
    private let ana = ConversationKey(channel: "apple", customer: "ana", business: "shop")

    init() async throws {
        folder = try TemporaryFolder()
        database = try SQLiteDatabase(path: folder.path + "/usher.sqlite", key: .random())
        let conversations = Conversations(
            engine: Current(always: Engine(try Fixtures.bot())), store: database.sessions, channels: [],
            clock: TurnableClock(standingAt: Account.now),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        _ = try await conversations.receive(
            Arrival(
                conversation: ana, id: "m-0", at: Account.now, content: .heard(.text("Hi")),
                capabilities: Capabilities(list: "QUICK")))
    }

    private var target: String { folder.path + "/out/ana" }

    /// Sends a file in Ana's conversation.
    private func send(
        _ bytes: String, as id: String, named name: String = "bike.jpg", isPrivate: Bool = false,
        by sender: String? = nil
    ) async throws {
        let path = "\(database.content.workFolder)/\(id)"
        try Data(bytes.utf8).write(to: URL(filePath: path))
        _ = try await database.content.keep(
            NewContent(
                id: id, conversation: ana, name: name, kind: "image/jpeg",
                storedAt: Account.now + .seconds(id.count), expiresAt: Account.now + .days(1), isPrivate: isPrivate,
                sender: sender), from: path)
    }

    /// Completes an export, and returns its list of files.
    private func export(opened isOpen: Bool = true) async throws -> [JSONValue] {
        let files = try ExportFolder(target)
        let export = CustomerExport(from: database.stores, isOpen: isOpen, filesInto: files)
        let json = try await export.json(of: "ana", at: Account.now)
        try files.finish()
        return json?["files"]?.array ?? []
    }

    @Test(arguments: [1, 2, 500]) func `however many messages wait, all are told`(page: Int) async throws {
        let session = try #require(try await database.sessions.session(of: ana)).id
        let waiting = try await database.sessions.deliveries(of: session, after: nil, limit: 999)
        try #require(waiting.count > 1)
        let json = try await CustomerExport(from: database.stores, isOpen: true, page: page).json(
            of: "ana", at: Account.now)
        #expect(json?["sessions"]?[0]?["waiting_messages"]?.array == waiting.map(\.delivery.message.json))
    }

    private func bytes(_ file: JSONValue) throws -> String {
        let name = try #require(file["file"]?.string)
        return try String(contentsOf: URL(filePath: "\(target)/\(name)"), encoding: .utf8)
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: target).sorted() }
    }

    @Test func `files are given as they were sent, sealed ones opened, for their owner alone`() async throws {
        try await send("a bike", as: "m-1")
        try await send("a passport", as: "m-10", named: "Paß.png", isPrivate: true)
        let files = try await export()
        #expect(files.map { $0["file"] } == ["0001-bike.jpg", "0002-Paß.png"])
        #expect(try files.map(bytes) == ["a bike", "a passport"])
        #expect(files.map { $0["content"] } == ["/admin/api/content/m%2D1", "/admin/api/content/m%2D10"])
        let manager = FileManager.default
        #expect(try manager.attributesOfItem(atPath: target)[.posixPermissions] as? Int == 0o700)
        for name in try names {
            let mode = try manager.attributesOfItem(atPath: "\(target)/\(name)")[.posixPermissions]
            #expect(mode as? Int == 0o600)
        }
    }

    @Test func `private files are left out unless what is private is opened`() async throws {
        try await send("a bike", as: "m-1")
        try await send("a passport", as: "m-10", named: "passport.png", isPrivate: true)
        let files = try await export(opened: false)
        #expect(files.map { $0["file"] } == ["0001-bike.jpg", .null])
        #expect(files[1]["name"] == "(private)")
        #expect(try names == ["0001-bike.jpg"])
    }

    @Test func `what others have sent in the conversation is not the customer's`() async throws {
        try await send("ana's", as: "m-1", by: "ana")
        try await send("ben's", as: "m-10", by: "ben")
        try await send("the bot's", as: "m-100", by: ChatCustomer.bot)
        let files = try await export()
        #expect(files.map { $0["id"] } == ["m-1"])
        #expect(try names == ["0001-bike.jpg"])
        let bens = try await database.content.contents(sentBy: "ben")
        #expect(bens.map(\.content.id) == ["m-10"], "it is Ben's, although the conversation is not")
    }

    @Test(arguments: [
        ("../../etc/passwd", "0001-.._.._etc_passwd"), ("-rf *", "0001--rf__"), ("", "0001-"),
        (".htaccess", "0001-.htaccess"), ("a\u{0}b\n\u{202E}gpj.exe", "0001-a_b__gpj.exe"),
        (String(repeating: "é", count: 300) + ".jpeg", "0001-" + String(repeating: "é", count: 40) + ".jpeg"),
        ("x." + String(repeating: "y", count: 300), "0001-x." + String(repeating: "y", count: 11)),
        (
            "a" + String(repeating: "\u{345}", count: 300) + ".jpg",
            "0001-a" + String(repeating: "\u{345}", count: 39) + ".jpg"
        ),
        ("x." + String(repeating: "𐐷", count: 40), "0001-x." + String(repeating: "𐐷", count: 11)),
    ]) func `a name cannot lead elsewhere`(name: String, safe: String) async throws {
        try await send("bytes", as: "m-1", named: name)
        #expect(try await export()[0]["file"] == .string(safe))
        #expect(try names == [safe])
    }

    @Test func `a damaged file does not keep the others back`() async throws {
        try await send("a bike", as: "m-1")
        try await send("a wheel", as: "m-10")
        let first = try #require(try await database.content.content("m-1"))
        let content = URL(filePath: database.content.workFolder).deletingLastPathComponent()
        try Data("other".utf8).write(to: content.appending(path: first.file))
        let files = try await export()
        #expect(files[0]["file"] == .null && files[0]["unreadable"]?.string?.contains("damaged") == true)
        #expect(files[1]["file"] == "0002-bike.jpg" && files[1]["unreadable"] == nil)
        #expect(try names == ["0002-bike.jpg"])
    }

    @Test func `nothing that lies there is written over, and nothing is left of an export that fails`() async throws {
        try await send("a bike", as: "m-1")
        try folder.write("mine", to: "out/ana/0001-bike.jpg")
        #expect(throws: ExportFolder.Failure.self) { try ExportFolder(target) }
        #expect(try names == ["0001-bike.jpg"])
        let other = try ExportFolder(folder.path + "/out/other")
        #expect(throws: ExportFolder.Failure.self) { try ExportFolder(folder.path + "/out/other") }
        try folder.write("mine", to: "out/other/kept")
        #expect(throws: ExportFolder.Failure.self) { try other.finish() }
        other.remove()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out").sorted() == ["ana", "other"])
        #expect(throws: ExportFolder.Failure.self) { try ExportFolder("/dev/null/ana") }
    }
}
