extension String {
    /// At most so many characters. One character may carry thousands of accents, so their signs are counted as well.
    public func shortened(to count: Int) -> String {
        guard utf8.count > count else { return self }
        return String(String(String.UnicodeScalarView(unicodeScalars.prefix(count * Self.signsOfOne))).prefix(count))
    }

    /// What the longest real characters are made of: a family of emoji, a flag of a country's part.
    private static var signsOfOne: Int { 8 }
}
