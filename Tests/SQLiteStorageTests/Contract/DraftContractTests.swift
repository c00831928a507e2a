import ConversationRuntime
import Expressions
import SQLStorage
import Testing

/// The promises of every database about the texts on which authors work.
@Suite struct DraftContractTests {
    private static let path = "Flows/shop.yaml"

    private static func text(_ text: String, by author: String = "account ana") -> SavedText {
        SavedText(path: path, text: text, hash: "hash of \(text)", base: "old", author: author, savedAt: tenOClock)
    }

    private static func draft(_ text: String, by author: String = "account ana", base: String? = "b") -> AuthorDraft {
        AuthorDraft(path: path, author: author, text: text, hash: "hash of \(text)", base: base, baseText: "old")
    }

    /// Saves a text as its author does.
    private static func save(
        _ text: SavedText, replacing hash: String?, in store: some DraftStore
    ) async throws -> Bool {
        try await store.save(text, replacing: hash, removingDraftOf: text.author, recording: entry)
    }

    private static let entry = AuditEntry(.saveFlows, by: "account ana", at: tenOClock, object: path)

    @Test(arguments: DatabaseKind.allCases) func `a text is saved only in place of the one that its author knows`(
        kind: DatabaseKind
    ) async throws {
        try await kind.run { data in
            let store = data.drafts
            #expect(try await Self.save(Self.text("1"), replacing: nil, in: store))
            #expect(try await !Self.save(Self.text("2"), replacing: nil, in: store))
            #expect(try await !Self.save(Self.text("2"), replacing: "hash of 0", in: store))
            #expect(try await store.texts() == [Self.text("1")])
            let second = Self.text("2 ü\r\n", by: "account ben")
            #expect(try await Self.save(second, replacing: "hash of 1", in: store))
            #expect(try await store.texts() == [second])
            #expect(try await store.textHashes() == [Self.path: second.hash])
            #expect(try await data.audit.entries(AuditFilter(), before: nil, limit: 9).count == 2)
            try await store.removeText(Self.path, hash: "hash of 1")
            #expect(try await store.texts() == [second])
            try await store.removeText(Self.path, hash: second.hash)
            #expect(try await store.textHashes().isEmpty)
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `of authors who save at the same time one is first`(
        kind: DatabaseKind
    ) async throws {
        try await kind.run { data in
            #expect(try await Self.save(Self.text("1"), replacing: nil, in: data.drafts))
            let saved = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 2...9 {
                    group.addTask {
                        try await Self.save(Self.text("\(number)"), replacing: "hash of 1", in: data.drafts)
                    }
                }
                return try await group.reduce(into: 0) { if $1 { $0 += 1 } }
            }
            #expect(saved == 1)
            #expect(try await data.audit.entries(AuditFilter(), before: nil, limit: 99).count == 2)
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `a draft is its author's own, until it is saved or they are removed`(
        kind: DatabaseKind
    ) async throws {
        try await kind.run { data in
            let store = data.drafts
            #expect(try await store.keep(Self.draft("1"), replacing: nil))
            #expect(try await store.keep(Self.draft("1"), replacing: nil), "the same text is no conflict")
            #expect(try await !store.keep(Self.draft("2"), replacing: nil))
            #expect(try await !store.keep(Self.draft("2"), replacing: "hash of 0"))
            #expect(try await store.keep(Self.draft("2", base: nil), replacing: "hash of 1"))
            #expect(try await store.keep(Self.draft("3", by: "account ben"), replacing: nil))
            #expect(try await store.drafts(by: "account ana") == [Self.draft("2", base: nil)])
            #expect(try await Self.save(Self.text("2"), replacing: nil, in: store))
            #expect(try await store.drafts(by: "account ana").isEmpty)
            #expect(try await store.drafts(by: "account ben").count == 1)
            let ben = Account(name: "ben", role: .author, password: "hash", at: tenOClock)
            _ = try await data.accounts.add(ben, recording: Self.entry)
            _ = try await data.accounts.remove(account: "ben", recording: Self.entry)
            #expect(try await store.drafts(by: "account ben").isEmpty)
            #expect(try await store.keep(Self.draft("4"), replacing: nil))
            try await store.removeDraft(of: Self.path, by: "account ana")
            #expect(try await store.drafts(by: "account ana").isEmpty)
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `a text that is saved for its author leaves their draft alone`(
        kind: DatabaseKind
    ) async throws {
        try await kind.run { data in
            let store = data.drafts
            #expect(try await Self.save(Self.text("1"), replacing: nil, in: store))
            #expect(try await store.keep(Self.draft("2"), replacing: nil))
            let merged = Self.text("1 merged")
            let isSaved = try await store.save(
                merged, replacing: "hash of 1", removingDraftOf: nil, recording: Self.entry)
            #expect(isSaved)
            #expect(try await store.drafts(by: "account ana") == [Self.draft("2")])
            #expect(try await !Self.save(Self.text("3"), replacing: "hash of 1", in: store))
            #expect(try await store.drafts(by: "account ana").count == 1, "what is not saved stays a draft")
        }
    }
}
