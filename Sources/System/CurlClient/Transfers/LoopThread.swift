import Foundation
import Synchronization

/// The thread of a loop.
///
/// Whoever waits for its end waits until the system has taken it away. When a process ends, OpenSSL frees what it keeps for each
/// thread; one that is just ending would free the same once more.
final class LoopThread: Sendable {
    private typealias Work = @Sendable () -> Void

    /// What runs on the thread, in a box that C can carry.
    private final class Box: Sendable {
        let work: Work

        init(_ work: @escaping Work) { self.work = work }
    }

    /// `nil` when somebody has waited for it.
    private let thread: Mutex<pthread_t?>

    /// - Parameter name: of at most 15 bytes, as debuggers and profilers show it.
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

    /// Waits for the end of the thread, whose work has to be done already.
    func join() {
        thread.withLock { thread in
            if let thread { pthread_join(thread, nil) }
            thread = nil
        }
    }
}
