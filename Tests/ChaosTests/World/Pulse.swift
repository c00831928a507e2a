import Synchronization

/// Whether a process still lives. It dies with its disk, or with something that it does to the world; whatever its tasks do
/// afterwards changes nothing.
final class Pulse: Sendable {
    let disk: Disk
    private let over = Mutex(false)

    init(_ disk: Disk) { self.disk = disk }

    var isOver: Bool { over.withLock { $0 } }

    /// The world is about to be changed. Returns whether the process lives to do it.
    func touchWorld() -> Bool {
        guard !isOver else { return false }
        if disk.touchWorld() { return true }
        end()
        return false
    }

    /// Looks whether the disk has died meanwhile.
    func look() {
        if disk.isDown { end() }
    }

    func end() { over.withLock { $0 = true } }
}
