import Expressions
import Testing

@testable import FlowEngine

/// The identifiers that an event gives: of messages, questions and calls.
struct IdentifiersTests {
    private static let seed = Seed(high: 1, low: 2)

    private static func event(at moment: Moment, rules: Int = Event.newestRules) -> Event {
        var event = Event(.closed, at: moment, seed: seed)
        event.rules = rules
        return event
    }

    private static func identifiers(of event: Event) -> [String] {
        var identifiers = Identifiers(event)
        return (0..<3).map { _ in identifiers.next() }
    }

    /// The example of RFC 9562, A.6: 22 February 2022, 19:22:22 UTC.
    @Test func `they begin with the time, as version 7 of UUIDs`() {
        let all = Self.identifiers(of: Self.event(at: Moment(milliseconds: 1_645_557_742_000)))
        #expect(all.allSatisfy { $0.hasPrefix("017f22e2-79b0-7") && $0.count == 36 })
        #expect(all.allSatisfy { "89ab".contains($0.dropFirst(19).first ?? " ") })
        #expect(all[0] == "017f22e2-79b0-7cc1-9758-35de1c9756ce" && Set(all).count == 3)
    }

    @Test func `those of later events sort behind those of earlier ones`() {
        let times = [0, 1, 255, 256, 65_536, 1_645_557_742_000, 1_645_557_742_001].map(Moment.init(milliseconds:))
        let all = times.map { Self.identifiers(of: Self.event(at: $0))[0] }
        #expect(all == all.sorted() && Set(all).count == all.count)
    }

    @Test func `the same event gives the same ones, another seed others`() {
        let event = Self.event(at: Moment(milliseconds: 1_000))
        var other = event
        other.seed = Seed(high: 1, low: 3)
        #expect(Self.identifiers(of: event) == Self.identifiers(of: event))
        #expect(Self.identifiers(of: event)[0] != Self.identifiers(of: other)[0])
    }

    @Test func `an event of older rules gives those that it gave then`() {
        let times = [Moment(milliseconds: 0), Moment(milliseconds: 1_645_557_742_000)]
        let all = times.map { Self.identifiers(of: Self.event(at: $0, rules: 5)) }
        #expect(all[0] == all[1])
        #expect(all[0][0] == "910a2dec-8902-4cc1-9758-35de1c9756ce")
    }

    @Test func `a time before 1970 gives identifiers too`() {
        #expect(Self.identifiers(of: Self.event(at: Moment(milliseconds: -1)))[0].hasPrefix("ffffffff-ffff-7"))
    }
}
