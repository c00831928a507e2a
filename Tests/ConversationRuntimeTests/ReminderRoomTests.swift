import Concurrency
import ConversationRuntime
import Expressions
import FlowEngine
import TestSupport
import Testing

/// A reminder for which there is no room is logged, so that operators know of it.
@Suite struct ReminderRoomTests {
    @Test func `the reminder that is left out is logged with its step`() async throws {
        let flow = """
            steps:
              first:
                ask: Which visit?
                text: one line
                then: more
              more:
                when:
                  first is enough: end
                  otherwise: nudge
              nudge:
                remind: in 1 day
                go: coming
                then: first
              coming:
                say: Visit {first}.
                then: end
            """
        let recorder = LogRecorder()
        let world = try World(engine(flow), logger: recorder.logger)
        try await world.say("hello")
        for visit in 1...11 {
            world.clock.turn(by: .minutes(1))
            try await world.say("\(visit)")
        }
        let lines = recorder.lines.filter { $0.contains("reminder not set") }
        #expect(lines == ["warning reminder not set, too many wait for the customer arrival=m12 step=main/nudge"])
        let session = try #require(try await world.store.session(of: .customer("ana")))
        #expect(session.session.reminders.all.count == 10)
    }
}
