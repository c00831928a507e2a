import Channels
import ConversationRuntime
import Expressions
import Files

/// Keeps those who send files from filling the disk: Apple's messages need room as well.
struct UploadAdmission: Sendable {
    let clock: any WallClock
    /// Bytes of the largest file.
    let largest: Int
    /// Bytes that files leave free.
    let reserve: Int
    /// Bytes that are free now; `nil` when nobody knows.
    let free: @Sendable () -> Int?
    private let announced = Buckets<String>()
    /// How many of the largest files may come from one address at once, and in an hour.
    private static let mostFromAddress = 40.0

    init(_ settings: ContentSettings, clock: any WallClock, free: @escaping @Sendable () -> Int?) {
        self.clock = clock
        self.free = free
        largest = settings.maxSize
        reserve = settings.reserve
    }

    /// Lets somebody announce a file. What is larger than any may be is refused by whoever takes files, for that reason.
    func announce(_ size: Int, from address: String) throws(ChatRefusal) {
        let size = min(size, largest)
        try makeSure(of: size)
        let files = Self.mostFromAddress * Double(largest)
        let rate = Rate(atOnce: files, aMinute: files / 60)
        // A small file costs something as well.
        let cost = Double(max(size, largest / 1_000))
        guard let seconds = announced.take(address, cost, at: rate, now: clock.now) else { return }
        throw ChatRefusal(.tooOften(seconds: seconds), "too much comes from this address; come again in \(seconds) s")
    }

    /// Lets somebody bring bytes of a file.
    func makeSure(of size: Int) throws(ChatRefusal) {
        guard let free = free(), free - reserve < size else { return }
        throw ChatRefusal(.noRoom, "there is no room for files just now")
    }
}
