import Foundation
import Synchronization

/// The thread of a loop.
///
/// Waiting for its end means joining it. When a process exits, OpenSSL frees its per-thread data; a thread that is just
/// ending would free the same data a second time.
final class LoopThread: Sendable {
    private typealias Work = @Sendable () -> Void

    /// The closure that runs on the thread, boxed so that it can be passed through C.
    private final class Box: Sendable {
        let work: Work

        init(_ work: @escaping Work) { self.work = work }
    }

    /// `nil` after it has been joined.
    private let thread: Mutex<pthread_t?>

    /// - Parameter name: at most 15 bytes, as displayed by debuggers and profilers.
    init(_ name: String, _ work: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(
            Box {
                Thread.current.name = name
                work()
            })
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { box in
                box.map { Unmanaged<Box>.fromOpaque($0).takeRetainedValue().work() }
                return nil
            }, box.toOpaque())
        precondition(code == 0, "there is no room for another thread: \(String(cString: strerror(code)))")
        self.thread = Mutex(thread)
    }

    deinit {
        thread.withLock { thread in
            if let thread { pthread_detach(thread) }
        }
    }

    /// Whether it has been waited for.
    var isJoined: Bool { thread.withLock { $0 == nil } }

    /// Joins the thread, whose work must already be done. On that thread itself this does nothing.
    func join() {
        thread.withLock { thread in
            guard let other = thread, pthread_equal(other, pthread_self()) == 0 else { return }
            pthread_join(other, nil)
            thread = nil
        }
    }
}
