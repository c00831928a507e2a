import Synchronization
import Testing

@testable import AppleMessages

@Suite struct TurnstileTests {
    @Test func `only so many are in at a time, the others come one after another`() async {
        let turnstile = Turnstile(places: 3, line: 100)
        let inside = Inside()
        let passed = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    await turnstile.pass {
                        inside.enter()
                        await Task.yield()
                        inside.leave()
                        return true
                    } ?? false
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(passed == 50)
        #expect(inside.most <= 3)
    }

    @Test func `whoever finds the line full, or gives up waiting, does not come in`() async {
        let turnstile = Turnstile(places: 1, line: 1)
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let (entered, entering) = AsyncStream.makeStream(of: Void.self)
        async let first: Bool? = turnstile.pass {
            entering.finish()
            for await _ in gate {}
            return true
        }
        for await _ in entered {}
        let second = Task { await turnstile.pass { true } }
        while turnstile.waiting == 0 { await Task.yield() }
        #expect(await turnstile.pass { true } == nil, "the line is full")
        second.cancel()
        #expect(await second.value == nil)
        #expect(turnstile.waiting == 0)
        opener.finish()
        #expect(await first == true)
        #expect(await turnstile.pass { true } == true, "the place is free again")
    }
}

/// Counts who is in.
private final class Inside: Sendable {
    private let counts = Mutex((now: 0, most: 0))

    var most: Int { counts.withLock(\.most) }

    func enter() { counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }

    func leave() { counts.withLock { $0.now -= 1 } }
}
