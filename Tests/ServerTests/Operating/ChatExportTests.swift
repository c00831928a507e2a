import Channels
import ConversationRuntime
import Expressions
import Foundation
import JSON
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

@testable import CustomerRecords
@testable import Server

/// The web chat in an export: all of it, however long it is.
@Suite struct ChatExportTests {
    private let folder: TemporaryFolder
    private let database: SQLiteDatabase

    init() async throws {
        folder = try TemporaryFolder()
        database = try SQLiteDatabase(path: folder.path + "/usher.sqlite", key: .random())
        for name in ["ana", "ben"] {
            try await database.chats.keep(ChatCustomer(id: name, name: name.capitalized, seenAt: Account.now))
        }
    }

    private func begin(_ id: String, with others: [String] = [ChatCustomer.bot]) async throws {
        let key = ConversationKey(channel: "web", customer: id, business: "web")
        _ = try await database.chats.begin(
            NewChatConversation(
                id: id, key: key, participants: ["ana"] + others, isDistinct: false, metadata: [:], at: Account.now))
    }

    private func write(_ text: String, in conversation: String, by sender: String = "ana") async throws {
        _ = try await database.chats.add(
            NewChatMessage(
                conversation: conversation, id: "\(conversation)-\(text)", sender: sender, sentAt: Account.now,
                parts: [["mime_type": "text/plain", "body": .string(text)]], heard: nil))
    }

    /// Returns the texts of each conversation, by its id.
    private func told(_ export: CustomerExport) async throws -> [String: [String]] {
        let chats = try await export.json(of: "ana", at: Account.now)?["web_chat"]?["conversations"]?.array ?? []
        return Dictionary(
            uniqueKeysWithValues: chats.map { chat in
                let messages = chat["messages"]?.array ?? []
                return (chat["id"]?.string ?? "", messages.compactMap { $0["parts"]?[0]?["body"]?.string })
            })
    }

    @Test func `more than five hundred chats and messages are told, each once and in their order`() async throws {
        let count = 501
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count { group.addTask { try await begin("chat \(number)") } }
            try await group.waitForAll()
        }
        for number in 0..<2 * count { try await write("\(number)", in: "chat 7") }
        try await write("the last", in: "chat 8", by: ChatCustomer.bot)
        let told = try await told(CustomerExport(from: database.stores, isOpen: true))
        #expect(told.count == count)
        #expect(told["chat 7"] == (0..<2 * count).map(String.init))
        #expect(told["chat 8"] == ["the last"])
        #expect(told.values.map(\.count).reduce(0, +) == 2 * count + 1)
    }

    @Test(arguments: [1, 2, 3, 4, 500]) func `where a page ends nothing is lost and nothing comes twice`(
        page: Int
    ) async throws {
        for number in 0..<3 { try await begin("chat \(number)") }
        for number in 0..<4 { try await write("\(number)", in: "chat 1") }
        let told = try await told(CustomerExport(from: database.stores, isOpen: true, page: page))
        #expect(told == ["chat 0": [], "chat 1": ["0", "1", "2", "3"], "chat 2": []])
    }

    @Test func `what the bot knows from a conversation that is not the usual one is told, and erased`() async throws {
        try await begin("chat 7")
        let key = ConversationKey(channel: "web", customer: "chat 7", business: "web")
        try await database.signIns.keep(StoredTokens(access: "at", refresh: nil, expiresAt: nil), of: "shop", for: key)
        let letter = DeadLetter(kind: .arrival, conversation: key, at: Account.now, reason: "none", content: "words")
        var record = TurnRecord(conversation: key, replaces: nil, version: "1", at: Account.now)
        record.deadLetter = letter
        _ = try await database.sessions.commit(record)
        let export = try #require(
            try await CustomerExport(from: database.stores, isOpen: true).json(of: "ana", at: Account.now))
        #expect(export["tokens"]?[0]?["provider"] == "shop" && export["dead_letters"]?.array?.count == 1)
        _ = try await database.operators.erase(customer: "ana")
        #expect(try await database.operators.traces(of: "chat 7").tokens.isEmpty)
        #expect(try await database.operators.filedLetters(of: "chat 7").isEmpty)
    }

    @Test func `what somebody wrote in a chat that they have left is theirs, what came after is not`() async throws {
        try await begin("chat", with: ["ben", ChatCustomer.bot])
        try await write("mine", in: "chat")
        try await write("Ben's", in: "chat", by: "ben")
        #expect(try await database.chats.leave("ana", "chat"))
        try await write("to Ben", in: "chat", by: ChatCustomer.bot)
        #expect(try await told(CustomerExport(from: database.stores, isOpen: true)) == ["chat": ["mine"]])
        _ = try await database.operators.erase(customer: "ana")
        #expect(try await CustomerExport(from: database.stores, isOpen: true).json(of: "ana", at: Account.now) == nil)
    }
}
