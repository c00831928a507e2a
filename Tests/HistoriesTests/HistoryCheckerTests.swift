import Histories
import Testing

/// The checker finds each kind of fault in histories that have it, and none in one that has none.
@Suite struct HistoryCheckerTests {
    private static let start = ContinuousClock.now

    /// Two messages of a customer, of which the second leads to a call with an answer.
    private static var good: RunRecord {
        var record = RunRecord()
        record.webhooks = [
            webhook("a", from: 0, to: 1), webhook("b", from: 2, to: 3), webhook("again", from: 4, to: 5),
        ]
        record.arrivals = ["a": true, "b": true, "again": false]
        record.conversations = [
            RunRecord.Conversation(
                customer: "ana", revision: 3, state: "{}",
                turns: [
                    RunRecord.Turn(number: 1, arrival: "a", messages: ["m1", "m2"]),
                    RunRecord.Turn(number: 2, arrival: "b", calls: ["c"]),
                    RunRecord.Turn(number: 3, messages: ["m3"], answered: "c"),
                ], arrived: ["m1", "m2", "m3"], replayedState: "{}")
        ]
        record.marks = [
            RunRecord.Mark(session: 1, number: 2, node: "one", holder: "one", epoch: 1),
            RunRecord.Mark(session: 1, number: 3, node: "two", holder: "two", epoch: 2),
        ]
        record.keys = ["c", "c"]
        return record
    }

    private static func webhook(_ id: String, from began: Int, to ended: Int) -> RunRecord.Webhook {
        RunRecord.Webhook(
            customer: "ana", id: id, began: start + .seconds(began), ended: start + .seconds(ended),
            isAcknowledged: true)
    }

    @Test func `a run that keeps every promise has no faults`() {
        #expect(HistoryChecker(Self.good).faults() == [])
    }

    @Test func `what was never acknowledged may be missing`() {
        var record = Self.good
        var lost = Self.webhook("c", from: 6, to: 7)
        lost.isAcknowledged = false
        record.webhooks.append(lost)
        #expect(HistoryChecker(record).faults() == [])
    }

    /// A history that must be rejected.
    struct Bad: Sendable, CustomTestStringConvertible {
        let fault: String
        let spoil: @Sendable (inout RunRecord) -> Void

        var testDescription: String { fault }

        init(_ fault: String, _ spoil: @escaping @Sendable (inout RunRecord) -> Void) {
            self.fault = fault
            self.spoil = spoil
        }
    }

    static let bad: [Bad] = [
        Bad("b of ana was acknowledged and is lost") {
            $0.arrivals["b"] = nil
            $0.conversations[0].turns[1].arrival = nil
        },
        Bad("b of ana counts as answered and is in no history") { $0.conversations[0].turns[1].arrival = nil },
        Bad("a is in the history 2 times") { $0.conversations[0].turns[2].arrival = "a" },
        Bad("x was heard and never posted") { $0.conversations[0].turns[2].arrival = "x" },
        Bad("turns of ana: [1, 2, 4]") { $0.conversations[0].turns[2].number = 4 },
        Bad("ana has the revision 4 after 3 turns") { $0.conversations[0].revision = 4 },
        Bad("turn 2 of ana is another one when it is played again") {
            $0.conversations[0].turns[1].replayedEffects = "[]"
        },
        Bad("turn 2 of ana is another one when it is played again") {
            $0.conversations[0].turns[1].replayedEffects = nil
        },
        Bad("the session of ana is not what its history gives") { $0.conversations[0].replayedState = "{ }" },
        Bad(#"ana was sent ["m1", "m2", "m3"], and received ["m1", "m3", "m2"]"#) {
            $0.conversations[0].arrived = ["m1", "m3", "m2"]
        },
        Bad(#"ana was sent ["m1", "m2", "m3"], and received ["m1", "m2"]"#) {
            $0.conversations[0].arrived.removeLast()
        },
        Bad(#"ana was sent ["m1", "m2", "m3"], and received ["m1", "m2", "m3", "m3"]"#) {
            $0.conversations[0].arrived.append("m3")
        },
        Bad("message 3 of session 1 was marked under the epochs 2 and 3") {
            $0.marks.append(RunRecord.Mark(session: 1, number: 3, node: "one", holder: "one", epoch: 3))
        },
        Bad("message 2 of session 1 was marked by two while one held it") { $0.marks[0].node = "two" },
        Bad("the call c was requested twice") { $0.conversations[0].turns[0].calls = ["c"] },
        Bad("the call c was answered twice") { $0.conversations[0].turns[1].answered = "c" },
        Bad("the call c has no answer") { $0.conversations[0].turns[2].answered = nil },
        Bad("the call c was never requested") { $0.conversations[0].turns[1].calls = [] },
        Bad("the key d belongs to no call") { $0.keys.append("d") },
        Bad("b of ana stands before a, which was acknowledged before it was posted") {
            $0.conversations[0].turns[0].arrival = "b"
            $0.conversations[0].turns[1].arrival = "a"
        },
        Bad("left over: lane 7") { $0.leftovers = ["lane 7"] },
    ]

    @Test(arguments: bad) func `a history with a fault is rejected, and the fault is named`(_ bad: Bad) {
        var record = Self.good
        bad.spoil(&record)
        #expect(HistoryChecker(record).faults().contains(bad.fault), "\(HistoryChecker(record).faults())")
    }

    @Test func `messages that were posted at the same time may stand in any order`() {
        var record = Self.good
        record.webhooks[0].ended = Self.start + .seconds(9)
        record.conversations[0].turns[0].arrival = "b"
        record.conversations[0].turns[1].arrival = "a"
        #expect(HistoryChecker(record).faults() == [])
    }
}
