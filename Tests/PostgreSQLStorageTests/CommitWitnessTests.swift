import ConversationRuntime
import Expressions
import Testing

@testable import PostgreSQLStorage

/// What a process knows of its newest commits, compared with what a server holds.
@Suite struct CommitWitnessTests {
    private static let start = ContinuousClock.now

    /// A commit of one message, at the second of its number.
    private static func commit(_ number: Int64, messages: Int = 1, timeline: Int64? = 1) -> CommitWitness.Commit {
        CommitWitness.Commit(
            number: number, messages: messages, timeline: timeline, at: Moment(seconds: Int(number)),
            instant: start + .seconds(number))
    }

    private static func witness(_ commits: [CommitWitness.Commit], of session: String = "a") -> CommitWitness {
        let witness = CommitWitness()
        for commit in commits { witness.note(commit, of: session) }
        return witness
    }

    private func compare(_ witness: CommitWitness, with found: [String: Int64], on timeline: Int64 = 2) -> LostCommits?
    {
        witness.compare(witness.newest(at: Self.start), with: found, on: timeline)
        return witness.lost
    }

    @Test(arguments: [1, 2] as [Int64])
    func `what the server holds, or more, is not lost on any timeline`(timeline: Int64) {
        let witness = Self.witness((1...5).map { Self.commit($0) })
        #expect(compare(witness, with: ["a": 5], on: timeline) == nil)
        #expect(compare(witness, with: ["a": 6], on: timeline) == nil)
    }

    @Test func `what a promoted standby lacks is counted once, with its times`() {
        let witness = Self.witness([1, 2, 4, 7].map { Self.commit($0) } + [Self.commit(8, messages: 0)])
        let lost = LostCommits(
            messages: 2, transactions: 3, since: Moment(seconds: 4), until: Moment(seconds: 7))
        #expect(compare(witness, with: ["a": 3]) == lost)
        #expect(compare(witness, with: ["a": 3]) == lost, "the next connection finds the same rows")
        #expect(witness.newest(at: Self.start).isEmpty)
        witness.note(Self.commit(9, timeline: 2), of: "a")
        #expect(compare(witness, with: ["a": 9]) == lost)
    }

    @Test func `the sessions of a server are counted together`() {
        let witness = Self.witness((1...3).map { Self.commit($0) })
        witness.note(Self.commit(9), of: "b")
        #expect(
            compare(witness, with: ["a": 2, "b": 0])
                == LostCommits(messages: 2, transactions: 2, since: Moment(seconds: 3), until: Moment(seconds: 9)))
    }

    @Test func `the times are those of the messages, whatever else is lost before and after them`() {
        let witness = Self.witness([Self.commit(1, messages: 0), Self.commit(5), Self.commit(6, messages: 0)])
        witness.note(Self.commit(2, messages: 0), of: "b")
        witness.note(Self.commit(9, messages: 0), of: "b")
        #expect(
            compare(witness, with: ["a": 0, "b": 0])
                == LostCommits(messages: 1, transactions: 5, since: Moment(seconds: 5), until: Moment(seconds: 5)))
        let without = Self.witness([Self.commit(1, messages: 0), Self.commit(6, messages: 0)])
        #expect(
            compare(without, with: ["a": 0])
                == LostCommits(messages: 0, transactions: 2, since: Moment(seconds: 1), until: Moment(seconds: 6)))
    }

    @Test func `a session that a promoted standby has never heard of is lost, and one whose row was deleted is not`() {
        let witness = Self.witness([Self.commit(1), Self.commit(2)])
        #expect(compare(witness, with: [:], on: 1) == nil)
        #expect(compare(witness, with: [:], on: 2)?.messages == 2)
    }

    @Test func `a commit from half a day ago is not looked for`() {
        let witness = Self.witness([Self.commit(1)])
        #expect(witness.newest(at: Self.start + .seconds(3_600)).count == 1)
        #expect(witness.newest(at: Self.start + .seconds(43_202)).isEmpty)
    }

    @Test func `a commit that was acknowledged while the rows were read is compared by the next connection`() {
        let witness = Self.witness([Self.commit(1)])
        let asked = witness.newest(at: Self.start)
        witness.note(Self.commit(2), of: "a")
        witness.compare(asked, with: ["a": 0], on: 2)
        #expect(witness.lost == nil)
        #expect(compare(witness, with: ["a": 0])?.messages == 2)
    }

    @Test func `when more is missing than is remembered, the number is the least`() {
        let last = Int64(2 * CommitWitness.most + 1)
        let witness = Self.witness((1...last).map { Self.commit($0) })
        #expect(compare(witness, with: ["a": 1])?.isLeast == true)
        let other = Self.witness((1...last).map { Self.commit($0) })
        let lost = compare(other, with: ["a": last - 1])
        #expect(lost?.isLeast == false && lost?.messages == 1)
    }

    @Test(arguments: [
        (
            LostCommits(messages: 1, transactions: 2, since: Moment(seconds: 0), until: Moment(seconds: 1)),
            "lacks 1 message of a"
        ),
        (
            LostCommits(
                messages: 3, transactions: 3, isLeast: true, since: Moment(seconds: 0), until: Moment(seconds: 1)),
            "lacks at least 3 messages of customers acknowledged by this server between 1970-01-01T00:00:00.000Z and"
        ),
        (
            LostCommits(messages: 0, transactions: 2, since: Moment(seconds: 0), until: Moment(seconds: 1)),
            "lacks 2 transactions without a message of a customer"
        ),
    ])
    func `operators read what is lost, and from when`(lost: LostCommits, part: String) {
        #expect("\(lost)".contains(part), "\(lost)")
    }
}
