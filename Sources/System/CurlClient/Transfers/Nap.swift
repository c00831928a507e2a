/// How long the loop may sleep, in milliseconds, while an answer in HTTP/2 is awaited.
///
/// libcurl now and then keeps what it has read of HTTP/2 to itself and asks to be woken only by the network, which has
/// nothing more to say (seen with 7.88: about one small answer in a hundred on a busy machine). So the loop looks again
/// soon after something has moved, and ever later while nothing does.
struct Nap {
    private(set) var length: Int32 = Self.shortest

    private static let shortest: Int32 = 1
    private static let longest: Int32 = 256

    /// Notes how a sleep ended.
    mutating func end(becauseOfTheNetwork: Bool) {
        length = becauseOfTheNetwork ? Self.shortest : min(length * 2, Self.longest)
    }
}
