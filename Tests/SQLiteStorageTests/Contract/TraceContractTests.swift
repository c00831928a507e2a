import Channels
import ConversationRuntime
import Testing
import Traces

@testable import SQLStorage

/// The promises of every store about positions in traces.
@Suite struct TraceContractTests {
    private static let cem = ConversationKey(channel: "apple", customer: "cem", business: "shop")
    private static let trace = TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")

    @Test(arguments: StoreKind.allCases) func `messages and calls keep the position of their turn`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            for (customer, cause, trace) in [
                (ConversationKey.ana, "m-1" as String?, Self.trace), (.ben, nil, Self.trace), (Self.cem, "m-3", nil),
            ] {
                var turn = try record(customer, Doing(says: ["Hello"], calls: ["of \(customer.customer)"]))
                turn.cause = cause
                turn.trace = trace
                let committed = try await store.keep(turn)
                #expect(committed.deliveries.map(\.trace) == [trace] && committed.calls.map(\.trace) == [trace])
                let session = try #require(committed.session?.id)
                let deliveries = try await store.deliveries(of: session, after: nil, limit: 9)
                #expect(deliveries.map(\.trace) == [trace])
                #expect(deliveries.map(\.delivery.cause) == [cause])
                let call = try await store.calls(after: nil, limit: 9).first { $0.conversation == customer }
                #expect(call == committed.calls.first)
                #expect(call?.cause == cause && call?.trace == trace)
            }
        }
    }

    @Test(arguments: [
        nil, "m-1", "with a space", "m-1 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7", "", " ", "m-1 ",
    ])
    func `ids of arrivals that look like more stay what they are`(cause: String?) {
        let stored = StoredCause(cause)
        #expect(stored.arrival == cause && stored.trace == nil && stored.text == cause)
        let traced = StoredCause(StoredCause(arrival: cause, trace: Self.trace).text)
        #expect(traced.arrival == (cause == "" ? nil : cause) && traced.trace == Self.trace)
    }
}
