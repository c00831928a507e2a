import Diagnostics

/// A place in a file that names something.
struct Occurrence: Sendable {
    enum Role: Sendable, Hashable {
        case declaration
        case reference
        /// An earlier name, after `was`.
        case former
    }

    enum Spelling: Sendable, Hashable {
        case plain
        /// In braces and conditions, where `-` stands for a space.
        case dashed
        /// In `using: [a, b]`, where one word names an input and the value for it; with the location of the whole
        /// value.
        case shared(Span)
    }

    let thing: Thing
    let span: Span
    var role = Role.reference
    var spelling = Spelling.plain
}

extension Span {
    /// Whether a position is in it or at one of its ends.
    func touches(_ offset: Int) -> Bool { range.lowerBound <= offset && offset <= range.upperBound }
}
