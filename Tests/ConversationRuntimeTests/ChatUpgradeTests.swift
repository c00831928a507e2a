import ConversationRuntime
import Foundation
import GRDB
import JSON
import Testing

@testable import SQLStorage
@testable import SQLiteStorage

/// In a database from when all conversations of the web chat shared one revision, browsers continue where they were.
@Suite struct ChatUpgradeTests {
    private static let layouts = Migrations.migrator.migrations.filter { $0 >= "011" && $0 < "021" }

    /// Cem and Dora have each a conversation with the bot; their messages came in turns, and Cem's first changed last.
    private static let chats = """
        INSERT INTO chat_customers (id, role, generation, seen_at)
            VALUES ('cem', 'customer', 0, 1772442000000), ('dora', 'customer', 0, 1772442000000);
        INSERT INTO chat_conversations (id, customer, business, metadata, created_at, updated_at, last_sequence, revision,
                touched)
            VALUES ('c', 'cem', 'web', '{}', 1772442000000, 1772442000000, 2, 1, 7),
                ('d', 'dora', 'web', '{}', 1772442000000, 1772442000000, 2, 2, 6);
        INSERT INTO chat_participants (conversation, customer, position, joined_revision, revision)
            VALUES ('c', 'cem', 0, 1, 1), ('c', 'bot', 1, 1, 1), ('d', 'dora', 0, 2, 2), ('d', 'bot', 1, 2, 2);
        INSERT INTO chat_messages (conversation, sequence, id, sender, sent_at, parts, state_types, first_revision, revision)
            VALUES ('c', 1, 'c1', 'bot', 1772442000000, '[]', '{}', 3, 7),
                ('d', 1, 'd1', 'bot', 1772442000000, '[]', '{}', 4, 4),
                ('c', 2, 'c2', 'cem', 1772442000000, '[]', '{}', 5, 5),
                ('d', 2, 'd2', 'dora', 1772442000000, '[]', '{}', 6, 6);
        UPDATE chat_revision SET value = 7;
        """

    private static func messages(_ changes: ChatChanges) -> [String] {
        changes.changes.compactMap { if case .message(let message, _, _) = $0 { message.id } else { nil } }
    }

    @Test(arguments: layouts) func `a browser receives what came after the last event that it knows`(
        _ layout: String
    ) async throws {
        let chats = try SQLiteDatabase(path: try EarlierDatabase.make(layout, adding: Self.chats)).chats
        #expect(try await chats.chatRevision(of: "cem") == 7)
        #expect(try await chats.chatRevision(of: "dora") == 7)
        #expect(Self.messages(try await chats.chatChanges(for: "cem", after: 0, limit: 9)) == ["c2", "c1"])
        #expect(Self.messages(try await chats.chatChanges(for: "cem", after: 5, limit: 9)) == ["c1"])
        #expect(Self.messages(try await chats.chatChanges(for: "dora", after: 4, limit: 9)) == ["d2"])
        let new = NewChatMessage(conversation: "c", id: "c3", sender: "cem", sentAt: tenOClock, parts: [])
        guard case .added(let added) = try await chats.add(new) else {
            Issue.record("the message is not taken")
            return
        }
        #expect(added.revision == 8 && added.sequence == 3)
        #expect(Self.messages(try await chats.chatChanges(for: "cem", after: 7, limit: 9)) == ["c3"])
        #expect(try await chats.chatRevision(of: "dora") == 7)
    }
}
