import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import Testing

@testable import SQLiteStorage

/// Events at steps are stored, and counted without loading all of them.
@Suite struct MarkContractTests {
    /// Commits a turn of a customer with these marks, at this many minutes after ten.
    private func turn(_ stores: SessionStores, _ conversation: ConversationKey, _ marks: String, at minutes: Int)
        async throws
    {
        let before = try await stores.sessions.session(of: conversation)
        var record = try record(conversation, replacing: before, at: tenOClock + .minutes(minutes))
        record.turn?.marks = StepMark.marks(in: marks)
        try await stores.sessions.keep(record)
    }

    /// Ana answers one question and waits at the next; Ben leaves for help, comes back and is lost.
    private func fill(_ stores: SessionStores) async throws {
        try await turn(stores, .ana, "entered order/size", at: 0)
        try await turn(stores, .ben, "entered order/size", at: 1)
        try await turn(stores, .ana, "unexpected order/size", at: 2)
        try await turn(stores, .ana, "answered order/size, entered order/greet, entered order/colour", at: 4)
        try await turn(stores, .ben, "entered people/desk", at: 5)
        try await turn(stores, .ben, "answered people/desk, entered order/size", at: 8)
        try await turn(stores, .ben, "silent order/size, entered order/bye, ended order/bye", at: 20)
    }

    private typealias Place = FlowStatistics.Place

    private func counted(
        _ stores: SessionStores, since: Int = 0, until: Int = 99
    ) async throws -> [Place: StepCounts] {
        var statistics = FlowStatistics(
            since: tenOClock + .minutes(since), until: tenOClock + .minutes(until),
            naming: { $0.step == "shade" ? Place(flow: $0.flow, step: "colour") : $0 })
        try await statistics.add(allOf: stores.operators)
        return statistics.counts
    }

    @Test(arguments: StoreKind.allCases) func `every visit to a step is counted once, by how it ended`(
        kind: StoreKind
    ) async throws {
        try await kind.operate { stores in
            try await fill(stores)
            let counts = try await counted(stores)
            let size = try #require(counts[Place(flow: "order", step: "size")])
            #expect((size.entered, size.answered, size.silent, size.elsewhere, size.unexpected) == (3, 1, 1, 1, 1))
            #expect(size.dropOff == 0.5)
            let median = try #require(size.times.median)
            #expect(abs(median.milliseconds - 240_000) < 240_000 / 30, "four minutes, within a thirtieth")
            let colour = try #require(counts[Place(flow: "order", step: "colour")])
            #expect((colour.entered, colour.waiting, colour.dropOff) == (1, 1, nil))
            #expect(counts[Place(flow: "order", step: "greet")]?.passed == 1)
            #expect(counts[Place(flow: "order", step: "bye")]?.passed == 1)
            #expect(counts[Place(flow: "people", step: "desk")]?.answered == 1)
            for count in counts.values {
                let ends = count.passed + count.answered + count.lost + count.unable + count.elsewhere + count.waiting
                #expect(count.entered == ends)
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func `where visits led is counted by how they ended`(kind: StoreKind)
        async throws
    {
        try await kind.operate { stores in
            try await fill(stores)
            var statistics = FlowStatistics(since: tenOClock)
            try await statistics.add(allOf: stores.operators)
            let moves = statistics.moves.map { move, count in
                "\(move.from.step) \(move.outcome) \(move.to?.step ?? "the end") \(count)"
            }
            #expect(
                moves.sorted() == [
                    "bye passed the end 1", "desk answered size 1", "greet passed colour 1", "size answered greet 1",
                    "size elsewhere desk 1", "size silent bye 1",
                ])
            var later = FlowStatistics(since: tenOClock + .minutes(5))
            try await later.add(allOf: stores.operators)
            #expect(later.moves.count == 3, "a move counts where the visit counts that it ended")
        }
    }

    @Test(arguments: StoreKind.allCases) func `only visits that began in the span of time count, whenever they ended`(
        kind: StoreKind
    ) async throws {
        try await kind.operate { stores in
            try await fill(stores)
            let size = Place(flow: "order", step: "size")
            let later = try await counted(stores, since: 5)
            #expect((later[size]?.entered, later[size]?.silent, later[size]?.answered) == (1, 1, 0))
            #expect(later[Place(flow: "order", step: "colour")] == nil)
            let first = try await counted(stores, until: 1)
            #expect((first[size]?.entered, first[size]?.answered) == (1, 1))
            #expect(first.count == 1)
        }
    }

    @Test(arguments: StoreKind.allCases) func `a step that was renamed counts under its new name`(
        kind: StoreKind
    ) async throws {
        try await kind.operate { stores in
            try await turn(stores, .ana, "entered order/shade", at: 0)
            try await turn(stores, .ana, "closed order/shade", at: 1)
            let counts = try await counted(stores)
            #expect(counts.keys.map(\.step) == ["colour"])
            #expect(counts.values.first?.closed == 1)
        }
    }

    @Test(arguments: StoreKind.allCases) func `pages go on where the last one stopped`(kind: StoreKind) async throws {
        try await kind.operate { stores in
            try await fill(stores)
            var turns: [MarkedTurn] = []
            while true {
                let page = try await stores.operators.markedTurns(since: tenOClock, after: turns.last, limit: 2)
                if page.isEmpty { break }
                turns += page
            }
            #expect(turns.map(\.turn) == [1, 2, 3, 1, 2, 3, 4])
            let marks = StepMark.marks(in: "answered order/size, entered order/greet, entered order/colour")
            #expect(turns[2].marks == marks)
        }
    }

    @Test(arguments: StoreKind.allCases) func `each turn is read once, and how many have been is said`(
        kind: StoreKind
    ) async throws {
        try await kind.operate { stores in
            try await fill(stores)
            var statistics = FlowStatistics(since: tenOClock)
            var read: [Int] = []
            try await statistics.add(allOf: stores.operators) { read.append($0) }
            #expect(read == [7])
        }
    }

    @Test func `the median lies near the middle, whatever is added`() {
        var spread = LengthSpread()
        #expect(spread.median == nil)
        for second in [1, 2, 3, 500, 86_400 * 20] { spread.add(.seconds(second)) }
        let median = spread.median?.milliseconds ?? 0
        #expect(abs(median - 3_000) < 100)
        spread.add(.milliseconds(0))
        #expect(spread.count == 6)
    }
}
