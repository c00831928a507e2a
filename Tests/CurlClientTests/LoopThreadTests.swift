import Foundation
import Synchronization
import Testing

@testable import CurlClient

@Suite struct LoopThreadTests {
    /// Memory that is freed when the thread ends, as in OpenSSL.
    private final class Kept: Sendable {
        let frees = Mutex(0)
    }

    @Test func `whoever has waited for a thread finds freed what libraries kept for it`() throws {
        let kept = Kept()
        var key = pthread_key_t()
        let code = pthread_key_create(&key) { kept in
            guard let kept else { return }
            // Long enough to lose a race with code that does not wait.
            for _ in 0..<1_000 { sched_yield() }
            Unmanaged<Kept>.fromOpaque(kept).takeRetainedValue().frees.withLock { $0 += 1 }
        }
        try #require(code == 0)
        defer { pthread_key_delete(key) }
        let ownKey = key
        let thread = LoopThread("test") { pthread_setspecific(ownKey, Unmanaged.passRetained(kept).toOpaque()) }
        thread.join()
        #expect(kept.frees.withLock { $0 } == 1)
        thread.join()
    }

    @Test func `a client that nobody shuts down leaves no thread behind`() {
        var client: CurlClient? = CurlClient()
        let thread = client?.thread
        #expect(thread?.isJoined == false)
        client = nil
        #expect(thread?.isJoined == true)
    }

    @Test func `a thread that nobody waits for runs all the same`() async {
        let name = await withCheckedContinuation { continuation in
            _ = LoopThread("a-name") { continuation.resume(returning: Self.ownName) }
        }
        #expect(name == "a-name")
    }

    private static var ownName: String? {
        (try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8))?.trimmingCharacters(in: .newlines)
    }
}
