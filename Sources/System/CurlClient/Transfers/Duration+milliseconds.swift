extension Duration {
    /// Rounded up, so that what was to last has passed; at least 1, as libcurl takes 0 for "no limit", and at most what
    /// it can hold, which is 24 days.
    var milliseconds: Int {
        guard self < .milliseconds(Int32.max) else { return Int(Int32.max) }
        let (seconds, attoseconds) = components
        return max(1, Int(seconds) * 1_000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
    }
}
