import Concurrency
import Synchronization
import Testing

@Suite struct CallbackTests {
    /// Counts how many of it are in use.
    private final class Held: Sendable {
        static let count = Mutex(0)

        init() { Self.count.withLock { $0 += 1 } }
        deinit { Self.count.withLock { $0 -= 1 } }
    }

    /// A file that a command has locked is free when the command says that it is done.
    @Test func `what work on a thread of its own holds is released before the caller continues`() async throws {
        for _ in 0..<2_000 {
            let isHeld = try await holding()
            #expect(isHeld)
            try #require(Held.count.withLock { $0 } == 0)
        }
    }

    private func holding() async throws -> Bool {
        let held = Held()
        return try await onThreadOfItsOwn { withExtendedLifetime(held) { Held.count.withLock { $0 == 1 } } }
    }

    private struct Trouble: Error {}

    @Test func `errors of work on a thread of its own are thrown`() async {
        await #expect(throws: Trouble.self) { try await onThreadOfItsOwn { throw Trouble() } }
    }
}
