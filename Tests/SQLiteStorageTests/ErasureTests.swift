import Channels
import ConversationRuntime
import Databases
import Expressions
import FlowEngine
import FlowModel
import Foundation
import JSON
import MessageModel
import TestSupport
import Testing

@testable import SQLStorage

/// A customer is erased from every table, under every name by which data about them is stored.
@Suite struct ErasureTests {
    private static let person = "person-4711"
    private static let chat = "conversation-0815"
    private static let secret = "Confidential Words"
    private static let conversation = ConversationKey(channel: "web", customer: chat, business: "web")

    /// Tables without data about customers, or without any that could identify one: ids of messages, versions of flows,
    /// totals.
    private static let impersonal: Set = [
        "arrivals", "grdb_migrations", "layouts", "commits", "key_proof", "flow_versions", "flow_files", "publications",
        "running_flows", "content_total", "content_drafts", "queue_waits", "result_numbers", "nodes", "leases",
        "accounts", "account_sessions", "api_tokens", "flow_texts", "flow_drafts",
    ]
    /// Rows of these stay: amounts of payments, that a session has changed, and what operators did.
    private static let kept: Set = [
        "audit", "payments", "payment_attempts", "payment_sheets", "payment_trail", "notices",
    ]

    /// Creates a customer in a conversation of the web chat that is not their usual one, with data in every table.
    private func fill(_ database: StoredData, _ files: TestFiles) async throws {
        try await beginChat(in: database)
        let doing = Doing(says: [Self.secret], asks: "q", silentAt: tenOClock + .minutes(9), calls: ["call-1"])
        var first = try record(Self.conversation, doing)
        first.turn?.session.bookings = [
            SlotBooking(
                id: "slot-1", calendar: "chair", flow: "main", step: "first", name: "visit", start: tenOClock,
                end: tenOClock + .hours(1), places: 1)
        ]
        let stored = try await database.sessions.saved(first)
        var lost = remark(Self.conversation, replacing: stored)
        lost.deadLetter = DeadLetter(
            kind: .delivery, conversation: Self.conversation, at: tenOClock, reason: "no such device",
            content: ["id": "lost", "turn": 1, "message": Message.text(Self.secret).json])
        try await database.sessions.keep(lost)
        let letter = try #require(try await database.operators.filedLetters(of: Self.chat).first)
        #expect(try await database.operators.answerAgain(letter.id, at: tenOClock))
        let row = NewResult(
            id: "call-1", table: ResultTable(name: "orders", fields: [.init("note", .text)]),
            conversation: Self.conversation, fields: Fields([("note", .text(Self.secret))]), at: tenOClock,
            ways: [.email])
        #expect(try await database.results.keep(row) != nil)
        for name in [Self.person, Self.chat] {
            try await database.audit.record(
                AuditEntry(.readSession, by: "admin.token", at: tenOClock, customer: name, object: "session 1"))
        }
        try await keepServices(database)
        try await keepFiles(database, files)
    }

    private func beginChat(in database: StoredData) async throws {
        try await database.chats.keep(ChatCustomer(id: Self.person, name: Self.secret, seenAt: tenOClock))
        let begun = try await database.chats.begin(
            NewChatConversation(
                id: Self.chat, key: Self.conversation, participants: [Self.person, ChatCustomer.bot],
                isDistinct: false, metadata: ["note": .string(Self.secret)], at: tenOClock)
        ).conversation
        for sender in [Self.person, ChatCustomer.bot] {
            _ = try await database.chats.add(
                NewChatMessage(
                    conversation: begun.id, id: "m-\(sender)", sender: sender, sentAt: tenOClock,
                    parts: [["mime_type": "text/plain", "body": .string(Self.secret)]], heard: nil))
        }
    }

    private func keepServices(_ database: StoredData) async throws {
        let asked = AskedSignIn(
            provider: "shop", scope: [], extra: [], linkWords: Self.secret, digitsWords: Self.secret)
        try await database.signIns.begin(
            PendingSignIn(
                way: .browser, conversation: Self.conversation, question: "q", asked: asked, redirect: "https://a.b/c",
                verifier: Self.secret, nonce: "n", expires: tenOClock + .minutes(9)), under: "sign-in")
        try await database.signIns.keep(
            StoredTokens(access: Self.secret, refresh: nil, expiresAt: nil), of: "shop", for: Self.conversation)
        let payment = try await database.payments.opened(in: Self.conversation)
        #expect(try await database.payments.begin(.sample(payment, "a")) == .begun)
        try await database.payments.end("a", .paid(reference: "r"), at: tenOClock)
    }

    private func keepFiles(_ database: StoredData, _ files: TestFiles) async throws {
        var sent = NewContent.new("f-1", name: Self.secret)
        (sent.conversation, sent.chat, sent.sender) = (Self.conversation, Self.chat, Self.person)
        _ = try await database.content.keep(sent, from: files.file(10))
        sent.id = "f-2"
        _ = try await database.content.announce(NewUpload(sent, size: 10), quota: .max)
        _ = try await database.content.noteDownload(of: "f-1", in: Self.chat, by: Self.person, bytes: 5)
    }

    private static func rows(of table: String, _ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(table)") ?? 0
    }

    /// Returns every column that contains one of these words.
    private static func places(of words: [String], _ db: Database) throws -> [String] {
        var found: [String] = []
        for table in try db.tables() {
            for column in try db.columns(of: table) {
                for word in words {
                    let sql = "SELECT COUNT(*) FROM \(table) WHERE instr(CAST(\(column) AS TEXT), ?) > 0"
                    if try Int.fetchOne(db, sql: sql, arguments: [word]) ?? 0 > 0 {
                        found.append("\(table).\(column): \(word)")
                    }
                }
            }
        }
        return found
    }

    private func run(_ kind: FileKind, _ body: (StoredData) async throws -> Void) async throws {
        try await kind.place { files in
            let database = try await files.open(key: .random()).database
            try await fill(database, files)
            try await body(database)
            #expect(try await files.kept.isEmpty)
        }
    }

    private func expectErased(_ database: StoredData) async throws {
        try await database.read { db in
            #expect(try Self.places(of: [Self.person, Self.chat, Self.secret], db) == [])
            for table in try db.tables() where !Self.impersonal.contains(table) && !Self.kept.contains(table) {
                #expect(try Self.rows(of: table, db) == 0, "something is left in \(table)")
            }
        }
    }

    @Test(arguments: FileKind.allCases)
    func `a customer goes from every table, also with a conversation that is not their usual one`(kind: FileKind)
        async throws
    {
        try await run(kind) { database in
            try await database.read { db in
                let empty = Self.impersonal.union(
                    kind.place == .folder ? ["chat_owners", "content_pieces"] : ["chat_owners"])
                for table in try db.tables() where !empty.contains(table) {
                    #expect(try Self.rows(of: table, db) > 0, "\(table) is not tried: put something into it")
                }
            }
            let erasure = try await database.operators.erase(customer: Self.person)
            #expect(erasure.sessions == 1 && erasure.letters == 1 && erasure.customers == 1 && erasure.files == 2)
            #expect(erasure.traces[.payments] == 1 && erasure.traces[.tokens] == 1 && erasure.traces[.chats] == 1)
            #expect(erasure.traces[.chatMessages] == 2)
            try await expectErased(database)
        }
    }

    @Test(arguments: FileKind.allCases) func `the same when the conversation itself has been forgotten before`(
        kind: FileKind
    ) async throws {
        try await run(kind) { database in
            #expect(try await database.chats.forgetChats(quietSince: tenOClock + .days(1), limit: 9) > 0)
            #expect(try await database.operators.names(of: Self.person) == [Self.chat, Self.person])
            #expect(try await database.operators.customer(named: Self.chat) == Self.person)
            #expect(try await database.operators.erase(customer: Self.person).sessions == 1)
            try await expectErased(database)
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `a conversation in which other customers take part is nobody's alone`(
        kind: DatabaseKind
    ) async throws {
        try await kind.run { database in
            try await beginChat(in: database)
            #expect(try await database.operators.names(of: Self.person) == [Self.chat, Self.person])
            #expect(try await database.operators.customer(named: Self.chat) == Self.person)
            var person = ChatCustomer(id: "mechanic", seenAt: tenOClock)
            person.role = .person
            try await database.chats.keep(person)
            #expect(try await database.chats.join("mechanic", Self.chat, at: tenOClock, most: 9))
            #expect(
                try await database.operators.names(of: Self.person).count == 2,
                "who works for the business is no customer")
            try await database.chats.keep(ChatCustomer(id: "ben", seenAt: tenOClock))
            #expect(try await database.chats.join("ben", Self.chat, at: tenOClock, most: 9))
            for customer in [Self.person, "ben", "mechanic"] {
                #expect(try await database.operators.names(of: customer) == [customer])
            }
            #expect(try await database.operators.customer(named: Self.chat) == Self.chat)
            // When the others are gone, it belongs to the one who is left.
            _ = try await database.operators.erase(customer: Self.person)
            #expect(try await database.operators.names(of: "ben") == [Self.chat, "ben"])
        }
    }
}
