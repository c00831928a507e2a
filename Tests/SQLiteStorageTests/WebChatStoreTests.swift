import Channels
import ConversationRuntime
import Databases
import Expressions
import Foundation
import JSON
import MessageModel
import Testing

@testable import SQLStorage

/// The promises of a store of the web chat.
@Suite struct WebChatStoreTests {
    private static let now = Moment(seconds: 1_796_115_600)

    private func withStore(
        _ kind: DatabaseKind, _ work: (SQLWebChats, String) async throws -> Void
    ) async throws {
        try await kind.place { try await work($0.open(key: .random()).chats, $0.folder.database) }
    }

    private func begin(
        _ participants: [String], in store: any WebChatStore, isDistinct: Bool = true, at moment: Moment = now
    ) async throws -> ChatConversation {
        for customer in participants where customer != ChatCustomer.bot {
            try await store.keep(ChatCustomer(id: customer, name: customer.capitalized, seenAt: moment))
        }
        let id = UUID().uuidString
        return try await store.begin(
            NewChatConversation(
                id: id,
                key: ConversationKey(
                    channel: "web", customer: isDistinct && participants.count == 2 ? participants[0] : id,
                    business: "web"),
                participants: participants, isDistinct: isDistinct, metadata: ["intent": "repair"], at: moment)
        ).conversation
    }

    private func message(
        _ text: String, by sender: String, in conversation: ChatConversation, id: String = UUID().uuidString,
        heard: Heard? = nil, at moment: Moment = now
    ) -> NewChatMessage {
        NewChatMessage(
            conversation: conversation.id, id: id, sender: sender, sentAt: moment,
            parts: [["mime_type": "text/plain", "body": .string(text)]], heard: heard)
    }

    @Test(arguments: DatabaseKind.allCases)
    func `the same participants have the same conversation, unless they want another`(kind: DatabaseKind) async throws {
        try await withStore(kind) { store, _ in
            let first = try await begin(["ana", "bot"], in: store)
            #expect(try await begin(["ana", "bot"], in: store).id == first.id)
            #expect(try await begin(["ana", "bot"], in: store, isDistinct: false).id != first.id)
            #expect(try await begin(["ben", "bot"], in: store).id != first.id)
            #expect(first.metadata == ["intent": "repair"])
            #expect(first.participants.map(\.name) == ["Ana", nil])
            let key = ConversationKey(channel: "web", customer: "ana", business: "web")
            #expect(try await store.chatConversation(of: key)?.id == first.id)
        }
    }

    @Test(arguments: DatabaseKind.allCases)
    func `sequences and revisions grow, and a message that comes again is the one that is there`(kind: DatabaseKind)
        async throws
    {
        try await withStore(kind) { store, _ in
            let conversation = try await begin(["ana", "bot"], in: store)
            var last = 0
            for number in 1...3 {
                let new = message("\(number)", by: "ana", in: conversation, heard: .text("\(number)"))
                guard case .added(let added) = try await store.add(new) else {
                    Issue.record("message \(number) is not taken")
                    continue
                }
                #expect(added.sequence == number)
                #expect(added.revision > last)
                last = added.revision
                #expect(try await store.add(new) == .known(added))
                #expect(try await store.chatMessage(new.id, in: conversation.id) == added)
                var others = new
                others.sender = "bot"
                #expect(try await store.add(others) == .taken)
            }
            #expect(try await store.add(message("x", by: "eve", in: conversation)) == .notFound)
            let page = try await store.chatMessages(in: conversation.id, after: 0, before: 3, limit: 1)
            #expect(page.map(\.sequence) == [2])
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `a response and what it changes happen together or not at all`(
        kind: DatabaseKind
    ) async throws {
        try await withStore(kind) { store, _ in
            let conversation = try await begin(["ana", "bot"], in: store)
            let asked = message("which?", by: "bot", in: conversation)
            _ = try await store.add(asked)
            let response = message("", by: "ana", in: conversation)
            await #expect(throws: ChatRefusal(.forbidden, "no")) {
                _ = try await store.respond(with: response, to: asked.id) { _, _ throws(ChatRefusal) in
                    throw ChatRefusal(.forbidden, "no")
                }
            }
            #expect(try await store.chatMessage(response.id, in: conversation.id) == nil)
            let answer = ChatAnswer(
                changed: .init(parts: ["changed"], stateTypes: ["root": ["selection": "FWW"]]), parts: ["response"],
                heard: .text("knobby"))
            for _ in 0..<2 {
                _ = try await store.respond(with: response, to: asked.id) { _, _ throws(ChatRefusal) in answer }
            }
            let changed = try await store.chatMessage(asked.id, in: conversation.id)
            #expect(changed?.parts == ["changed"])
            #expect(changed?.stateTypes == ["root": ["selection": "FWW"]])
            let kept = try await store.chatMessage(response.id, in: conversation.id)
            #expect(kept?.parts == ["response"])
            #expect(kept?.hearing == .waiting(.text("knobby")))
            #expect(
                try await store.chatMessages(in: conversation.id, after: 0, before: nil, limit: 9).count == 2)
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `what has changed is told to those whom it concerns, in its order`(
        kind: DatabaseKind
    ) async throws {
        try await withStore(kind) { store, _ in
            let conversation = try await begin(["ana", "bot"], in: store)
            let before = try await store.chatRevision(of: "ana")
            _ = try await store.add(message("one", by: "bot", in: conversation))
            _ = try await store.add(message("two", by: "bot", in: conversation))
            #expect(try await store.noteReceipt(of: "ana", in: conversation.id, deliveredUpTo: 2, readUpTo: 1))
            #expect(try await !store.noteReceipt(of: "ana", in: conversation.id, deliveredUpTo: 2, readUpTo: 0))
            #expect(try await store.join("ben", conversation.id, at: Self.now, most: 3))
            #expect(try await !store.join("cid", conversation.id, at: Self.now, most: 3))
            let anas = try await store.chatChanges(for: "ana", after: before, limit: 10)
            #expect(anas.changes.map(\.kind) == ["message", "message", "receipt ana", "conversation"])
            #expect(anas.changes.map(\.revision) == anas.changes.map(\.revision).sorted())
            #expect(try await store.chatChanges(for: "ana", after: anas.revision, limit: 10).changes.isEmpty)
            #expect(try await store.chatChanges(for: "eve", after: 0, limit: 10).changes.isEmpty)
            #expect(try await store.chatChanges(for: "ana", after: before, limit: 3).isTooMuch)
            let bens = try await store.chatChanges(for: "ben", after: 0, limit: 10)
            #expect(bens.changes.map(\.kind) == ["conversation"], "what was there before is not news")
            #expect(bens.changes.contains { if case .conversation(_, isNew: true) = $0 { true } else { false } })
        }
    }

    @Test(arguments: DatabaseKind.allCases)
    func `every customer has revisions of their own, which grow with whatever concerns them`(kind: DatabaseKind)
        async throws
    {
        try await withStore(kind) { store, _ in
            let anas = try await begin(["ana", "bot"], in: store)
            let bens = try await begin(["ben", "bot"], in: store)
            for number in 1...9 { _ = try await store.add(message("\(number)", by: "ben", in: bens)) }
            let (ana, ben) = (try await store.chatRevision(of: "ana"), try await store.chatRevision(of: "ben"))
            #expect(ana < ben)
            #expect(try await store.chatRevision(of: "eve") == 0)
            // Together, they continue after the one who is further.
            #expect(try await store.join("ben", anas.id, at: Self.now, most: 3))
            #expect(try await store.chatRevision(of: "ana") == ben + 1)
            #expect(try await store.chatRevision(of: "ben") == ben + 1)
            _ = try await store.add(message("both", by: "ana", in: anas))
            let forAna = try await store.chatChanges(for: "ana", after: ana, limit: 9)
            #expect(forAna.changes.map(\.kind) == ["conversation", "message"])
            let forBen = try await store.chatChanges(for: "ben", after: ben, limit: 9)
            #expect(forBen.changes.map(\.kind) == ["conversation", "message"])
            #expect(forAna.revision == forBen.revision)
            _ = try await store.add(message("alone", by: "ben", in: bens))
            #expect(try await store.chatRevision(of: "ana") == forAna.revision)
            #expect(try await store.chatRevision(of: "ben") > forBen.revision)
            // Who has left is not concerned any more.
            #expect(try await store.leave("ana", anas.id))
            let gone = try await store.chatRevision(of: "ana")
            _ = try await store.add(message("without", by: "ben", in: anas))
            #expect(try await store.chatRevision(of: "ana") == gone)
            #expect(
                try await store.chatChanges(for: "ana", after: forAna.revision, limit: 9).changes.map(\.kind) == [
                    "left"
                ])
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `what waits for the bot waits until it has heard it, over restarts`(
        kind: DatabaseKind
    ) async throws {
        try await withStore(kind) { store, path in
            let conversation = try await begin(["ana", "bot"], in: store)
            for text in ["one", "two"] {
                _ = try await store.add(message(text, by: "ana", in: conversation, heard: .text(text)))
            }
            #expect(try await store.conversationsWithUnheard(after: nil, limit: 9) == [conversation.id])
            for text in ["one", "two"] {
                let next = try #require(try await store.nextUnheard(in: conversation.id))
                #expect(next.hearing == .waiting(.text(text)))
                try await store.noteHeard(next)
            }
            #expect(try await store.nextUnheard(in: conversation.id) == nil)
            #expect(try await store.conversationsWithUnheard(after: nil, limit: 9).isEmpty)
            #expect(try await store.chatConversation(conversation.id)?.participant("bot")?.readUpTo == 2)
        }
    }

    @Test func `nobody reads in the file what was written`() async throws {
        try await withStore(.sqlite) { store, path in
            let conversation = try await begin(["ana", "bot"], in: store)
            _ = try await store.add(
                message("my secret word", by: "ana", in: conversation, heard: .text("my secret word")))
            for suffix in ["", "-wal"] {
                let bytes = FileManager.default.contents(atPath: path + suffix) ?? Data()
                #expect(bytes.range(of: Data("my secret word".utf8)) == nil)
            }
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `a customer is erased with what they wrote, and others keep theirs`(
        kind: DatabaseKind
    ) async throws {
        try await withStore(kind) { store, _ in
            let own = try await begin(["ana", "bot"], in: store)
            let shared = try await begin(["ben", "ana", "bot"], in: store)
            _ = try await store.add(message("alone", by: "ana", in: own))
            _ = try await store.add(message("by ana", by: "ana", in: shared))
            _ = try await store.add(message("by ben", by: "ben", in: shared))
            _ = try await store.database.operators.erase(customer: "ana")
            #expect(try await store.chatCustomer("ana") == nil)
            #expect(try await store.chatConversation(own.id) == nil)
            #expect(try await store.chatMessages(in: own.id, after: 0, before: nil, limit: 9).isEmpty)
            let left = try await store.chatMessages(in: shared.id, after: 0, before: nil, limit: 9)
            #expect(left.map(\.sender) == ["ben"])
            #expect(try await store.chatConversation(shared.id)?.participant("ana") == nil)
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `of an erased customer's choices it stays that somebody has made them`(
        kind: DatabaseKind
    ) async throws {
        try await withStore(kind) { store, _ in
            let shared = try await begin(["ana", "ben", "bot"], in: store)
            let state = { (ana: String, ben: String) in
                JSONValue.string("{\"ana\":{\(ana)},\"ben\":{\(ben)}}")
            }
            let root = "layer:///messages/m/parts"
            let colours: JSONValue = [
                [
                    "id": .string("\(root)/r"), "mime_type": "application/vnd.layer.choice+json;role=root",
                    "body": .string(
                        #"{"choices":[{"id":"red","text":"Red"},{"id":"blue","text":"Blue"}],"#
                            + #""enabled_for":["ana","ben"]}"#),
                ],
                [
                    "id": .string("\(root)/s"),
                    "mime_type": "application/vnd.layer.responsesummary-v2+json;role=response_summary;parent-node-id=r",
                    "body": state(
                        #""selection":{"adds":[{"ids":["by ana"],"value":"red"}],"removes":["ana 2"]},"#
                            + #""words":{"adds":[{"ids":["w"],"value":"I am Ana"}],"removes":[]}"#,
                        #""selection":{"adds":[{"ids":["by ben"],"value":"blue"}],"removes":[]}"#),
                ],
            ]
            _ = try await store.add(
                NewChatMessage(
                    conversation: shared.id, id: "m", sender: "bot", sentAt: Self.now, parts: colours))
            let before = try await store.chatRevision(of: "ben")
            _ = try await store.database.operators.erase(customer: "ana")

            let left = try #require(try await store.chatMessage("m", in: shared.id))
            #expect(left.revision > before, "whoever looks is told")
            #expect(!left.parts.text.contains("ana") && !left.parts.text.contains("Ana"), "\(left.parts.text)")
            let summary = try JSONValue(parsing: try #require(left.parts[1]?["body"]?.string))
            #expect(summary["ben"]?["selection"]?["adds"]?[0]?["ids"] == ["by ben"])
            let strangers = (summary.object ?? [:]).filter { $0.key != "ben" }
            #expect(strangers.count == 1 && UUID(uuidString: strangers[0].key) != nil)
            #expect(strangers[0].value == ["selection": ["adds": [["ids": ["1"], "value": "red"]], "removes": []]])
            let body = try JSONValue(parsing: try #require(left.parts[0]?["body"]?.string))
            #expect(body["enabled_for"] == [.string(strangers[0].key), "ben"])
            // Joining it does not restore the former member, and its initial data has been removed as well.
            let conversation = try #require(try await store.chatConversation(shared.id))
            #expect(!conversation.isDistinct && conversation.metadata.isEmpty)
            #expect(try await begin(["ana", "ben", "bot"], in: store).id != shared.id)
        }
    }

    @Test(arguments: DatabaseKind.allCases)
    func `when an invited guest is erased the host keeps the usual conversation`(kind: DatabaseKind) async throws {
        try await withStore(kind) { store, _ in
            let usual = try await begin(["ana", "bot"], in: store)
            try await store.keep(ChatCustomer(id: "ben", name: "Ben", seenAt: Self.now))
            #expect(try await store.join("ben", usual.id, at: Self.now, most: 9))
            _ = try await store.add(message("by ben", by: "ben", in: usual))
            _ = try await store.database.operators.erase(customer: "ben")
            let again = try await begin(["ana", "bot"], in: store)
            #expect(again.id == usual.id && again.isDistinct)
            #expect(again.metadata == ["intent": "repair"], "it was not theirs who was erased")
            #expect(again.participants.map(\.id) == ["ana", "bot"])
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `a usual conversation that has lost its key gets it back`(
        kind: DatabaseKind
    ) async throws {
        try await withStore(kind) { store, _ in
            let usual = try await begin(["ana", "bot"], in: store)
            // As an erasure of an earlier version has left it.
            try await store.database.perform {
                try $0.execute(sql: "UPDATE chat_conversations SET distinct_key = NULL")
            }
            for _ in 0..<2 {
                let again = try await begin(["ana", "bot"], in: store)
                #expect(again.id == usual.id && again.isDistinct)
            }
            #expect(try await begin(["ben", "bot"], in: store).id != usual.id)
        }
    }

    @Test(arguments: DatabaseKind.allCases)
    func `what has been quiet for long is forgotten, with those who have nothing else`(kind: DatabaseKind) async throws
    {
        try await withStore(kind) { store, _ in
            let old = try await begin(["ana", "bot"], in: store, at: Self.now - .days(40))
            let fresh = try await begin(["ben", "bot"], in: store)
            #expect(try await store.forgetChats(quietSince: Self.now - .days(30), limit: 10) == 2)
            #expect(try await store.chatConversation(old.id) == nil)
            #expect(try await store.chatCustomer("ana") == nil)
            #expect(try await store.chatConversation(fresh.id) != nil)
            #expect(try await store.forgetChats(quietSince: Self.now - .days(30), limit: 10) == 0)
        }
    }
}

extension ChatChange {
    fileprivate var kind: String {
        switch self {
        case .conversation: "conversation"
        case .left: "left"
        case .message: "message"
        case .receipt(let participant, _): "receipt \(participant.id)"
        }
    }
}
