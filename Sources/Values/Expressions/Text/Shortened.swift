extension String {
    /// The text limited to `count` characters. One character may carry thousands of accents, so Unicode scalars are
    /// limited as well.
    public func shortened(to count: Int) -> String {
        guard utf8.count > count else { return self }
        return String(String(String.UnicodeScalarView(unicodeScalars.prefix(count * Self.signsOfOne))).prefix(count))
    }

    /// The number of scalars in the longest legitimate characters: an emoji family, the flag of a subdivision.
    private static var signsOfOne: Int { 8 }
}
