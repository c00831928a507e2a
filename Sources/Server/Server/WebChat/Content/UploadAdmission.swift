import Channels
import ConversationRuntime
import Expressions

/// The rate limit for uploads from one address. The store decides whether there is space for them.
struct UploadAdmission: Sendable {
    let clock: any WallClock
    /// The size of the largest file in bytes.
    let largest: Int
    private let announced = RateLimiter<String>()
    /// How many files of the largest size one address may announce at once, and in an hour.
    private static let mostFromAddress = 40.0

    init(_ settings: ContentSettings, clock: any WallClock) {
        self.clock = clock
        largest = settings.maxSize
    }

    /// Admits the announcement of a file. A file above the maximum size counts as one of that size here; the content
    /// store refuses it for its size.
    func announce(_ size: Int, from address: String) throws(ChatRefusal) {
        let size = min(size, largest)
        let files = Self.mostFromAddress * Double(largest)
        let rate = Rate(atOnce: files, aMinute: files / 60)
        // A small file has a cost as well.
        let cost = Double(max(size, largest / 1_000))
        guard let seconds = announced.take(address, cost, at: rate, now: clock.now) else { return }
        throw ChatRefusal(.tooOften(seconds: seconds), "too many uploads from this address; try again in \(seconds) s")
    }
}
