import Expressions
import FlowEngine
import MessageModel
import Testing

@testable import Replays

/// How conversations end: what counts is what has led there since the customer answered last.
@Suite struct EndTests {
    private static let heard = Event.Kind.heard(.text("Hello"), bubble: nil)
    private static let failed = Event.Kind.called(id: "a", .failed("unreachable"))
    private static let gave = Event.Kind.called(id: "b", .gave(Fields()))

    private static func end(_ turns: (Event.Kind, [StepMark.Kind], [Effect])...) -> ConversationEnd {
        var tracker = EndTracker()
        for (event, marks, effects) in turns {
            tracker.note(event, marks.map { StepMark($0, flow: "shop", step: "order") }, effects)
        }
        return tracker.end
    }

    @Test func `a call that returns does not make good that another one failed`() {
        let failure = Self.end(
            (Self.heard, [.answered, .entered], []), (Self.failed, [.failed, .entered], []),
            (Self.gave, [.answered, .ended], []))
        #expect(failure == .failure)
        let finished = Self.end(
            (Self.failed, [.failed, .entered], []), (Self.heard, [.answered, .entered], []),
            (Self.gave, [.answered, .ended], []))
        #expect(finished == .finished)
    }

    @Test func `a conversation that people give back at its end has ended with them`() {
        let handOver = Effect.handOver(queue: "desk", address: nil, note: nil)
        let end = Self.end((Self.heard, [.answered, .entered], [handOver]), (.givenBack, [.answered, .ended], []))
        #expect(end == .person)
        let goesOn = Self.end(
            (Self.heard, [.answered, .entered], [handOver]), (.givenBack, [.answered, .entered], []),
            (Self.heard, [.answered, .ended], []))
        #expect(goesOn == .finished)
    }
}
