import Concurrency
import ConversationRuntime
import Expressions
import JSON
import TestSupport
import Testing

@testable import WebChat

/// Streams of browsers on one server hear of changes that another server makes in the same database.
@Suite struct SharedStreamTests {
    @Test(arguments: [true, false]) func `a change on another server reaches a stream, with a hint or without`(
        rings: Bool
    ) async throws {
        let first = try ChatWorld()
        let ana = try await first.customer()
        let second = try ChatWorld(folder: first.folder, clock: first.clock)
        let wire = LocalDoorbell.Wire()
        let (bell, other) = (wire.bell(), wire.bell())
        let sharing = Sharing(
            Node(name: "two", start: "1", version: "1"), times: Sharing.Times(), standing: .alone, doorbell: other)
        let service = Task { await WebChatService(second.chats, sharing: sharing).run() }
        defer { service.cancel() }
        var listening = try await second.chats.listen(ana.session.caller, after: nil)
        #expect(try await listening.next()?.contains("event: ready") == true)
        let hub = ChatHub { customers in if rings { bell.ring(customers.map { .customer($0) }) } }
        let conversation = try #require(try await first.store.chatConversations(everOf: ana.session.caller.id).first)
        // The first look is over.
        try await second.clock.untilSomebodySleeps(until: ChatWorld.now + .seconds(2))
        let said = try await first.say(AnswerTests.list(), to: ana)
        let isHeard = Watched(false)
        let reading = Task { [listening] in
            var listening = listening
            while let text = try await listening.next() {
                if text.contains(said) { return isHeard.change { $0 = true } }
            }
        }
        if rings {
            // The service may begin to listen a little later.
            await poll(after: { hub.wake(conversation) }, until: { isHeard.value })
        } else {
            second.clock.turn(by: .seconds(2))
        }
        try await reading.value
        #expect(isHeard.value)
    }
}
