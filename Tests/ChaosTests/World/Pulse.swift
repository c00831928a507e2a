import Synchronization

/// Whether a process is alive. It dies with its disk, or at one of its side effects on the world; later actions of its
/// tasks have no effect.
final class Pulse: Sendable {
    let disk: Disk
    private let over = Mutex(false)

    init(_ disk: Disk) { self.disk = disk }

    var isOver: Bool { over.withLock { $0 } }

    /// Announces a side effect on the world. Returns whether the process is still alive to perform it.
    func touchWorld() -> Bool {
        guard !isOver else { return false }
        if disk.touchWorld() { return true }
        end()
        return false
    }

    /// Checks whether the disk has died in the meantime.
    func look() {
        if disk.isDown { end() }
    }

    func end() { over.withLock { $0 = true } }
}
