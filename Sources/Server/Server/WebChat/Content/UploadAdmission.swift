import Channels
import ConversationRuntime
import Expressions

/// Limits how much comes from one address. Whether there is room for it is known to the store.
struct UploadAdmission: Sendable {
    let clock: any WallClock
    /// Bytes of the largest file.
    let largest: Int
    private let announced = Buckets<String>()
    /// How many of the largest files may come from one address at once, and in an hour.
    private static let mostFromAddress = 40.0

    init(_ settings: ContentSettings, clock: any WallClock) {
        self.clock = clock
        largest = settings.maxSize
    }

    /// Lets somebody announce a file. What is larger than any may be is refused by whoever takes files, for that reason.
    func announce(_ size: Int, from address: String) throws(ChatRefusal) {
        let size = min(size, largest)
        let files = Self.mostFromAddress * Double(largest)
        let rate = Rate(atOnce: files, aMinute: files / 60)
        // A small file costs something as well.
        let cost = Double(max(size, largest / 1_000))
        guard let seconds = announced.take(address, cost, at: rate, now: clock.now) else { return }
        throw ChatRefusal(.tooOften(seconds: seconds), "too much comes from this address; come again in \(seconds) s")
    }
}
