import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import JSON
import Testing

/// The promises of every store about pending calls.
@Suite struct CallContractTests {
    @Test(arguments: StoreKind.allCases) func `calls come back whole, by their ids, a page at a time`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            let committed = try await store.keep(record(.ana, Doing(calls: ["c", "a"])))
            try await store.keep(record(.ben, Doing(calls: ["b"])))
            #expect(committed.calls.map(\.request.id) == ["c", "a"])
            let all = try await store.calls(after: nil, limit: 9)
            #expect(all.map(\.request.id) == ["a", "b", "c"])
            #expect(all.map(\.conversation) == [.ana, .ben, .ana])
            #expect(all.first == committed.calls.last)
            #expect(all.first?.request.inputs == Fields([("to", .text("a"))]))
            #expect(try await store.calls(after: nil, limit: 2).map(\.request.id) == ["a", "b"])
            #expect(try await store.calls(after: "b", limit: 2).map(\.request.id) == ["c"])
            #expect(try await store.calls(after: "c", limit: 2).isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases) func `a call that has been answered is gone, and only that`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            let ana = try await store.saved(record(.ana, Doing(calls: ["a", "b"])))
            var answer = try record(.ana, replacing: ana)
            answer.answeredCall = "a"
            try await store.keep(answer)
            #expect(try await store.calls(after: nil, limit: 9).map(\.request.id) == ["b"])
        }
    }

    /// When the outcome of a commit is unknown, the result is reported again.
    @Test(arguments: StoreKind.allCases) func `an answer to a call is taken once`(kind: StoreKind) async throws {
        try await kind.run { store in
            let ana = try await store.saved(record(.ana, Doing(calls: ["a"])))
            var answer = try record(.ana, replacing: ana)
            answer.answeredCall = "a"
            answer.deadLetter = DeadLetter(
                kind: .call, conversation: .ana, at: tenOClock, reason: "no answer", content: ["text": "one"])
            let answered = try await store.saved(answer)
            #expect(try await store.commit(answer) == .repeated)
            answer.replaces = answered
            #expect(try await store.commit(answer) == .repeated)
            #expect(try await store.session(of: .ana) == answered)
            #expect(try await store.deadLetters(limit: 9).count == 1)
        }
    }

    @Test(arguments: StoreKind.allCases) func `a turn that lost a race leaves no calls behind`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            let ana = try await store.saved(record(.ana))
            try await store.keep(record(.ana, replacing: ana))
            #expect(try await store.commit(record(.ana, Doing(calls: ["late"]), replacing: ana)) == .conflict)
            #expect(try await store.calls(after: nil, limit: 9).isEmpty)
        }
    }
}
