extension Duration {
    /// Rounded up, so that at least the full duration passes; at least 1, because libcurl treats 0 as "no limit", and
    /// at most its maximum, which is 24 days.
    var milliseconds: Int {
        guard self < .milliseconds(Int32.max) else { return Int(Int32.max) }
        let (seconds, attoseconds) = components
        return max(1, Int(seconds) * 1_000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
    }
}
