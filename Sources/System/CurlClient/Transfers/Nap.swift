/// The polling interval of the loop in milliseconds, while an HTTP/2 response is pending.
///
/// libcurl occasionally keeps HTTP/2 data that it has already read and waits for the network, which has nothing more to
/// deliver (seen with 7.88: about one small response in a hundred on a busy machine). So the loop polls again soon
/// after data has moved, and at increasing intervals while none does.
struct PollBackoff {
    private(set) var length: Int32 = Self.shortest

    private static let shortest: Int32 = 1
    private static let longest: Int32 = 256

    /// Records how a sleep ended.
    mutating func end(becauseOfTheNetwork: Bool) {
        length = becauseOfTheNetwork ? Self.shortest : min(length * 2, Self.longest)
    }
}
