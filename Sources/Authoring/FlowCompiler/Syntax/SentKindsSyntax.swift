import Diagnostics

/// `photo:` as written.
struct PhotoKindSyntax: Sendable {
    var key: Span
    /// How many are taken.
    var atMost: Int
}

/// `file:` as written.
struct FileKindSyntax: Sendable {
    var key: Span
    /// How its name may end, in small letters; none takes any file.
    var endings: [String]
}

/// `place:` as written.
struct PlaceKindSyntax: Sendable {
    var key: Span
    var word: PlaceWord
}

/// The words of `place:`.
enum PlaceWord: String, Sendable, CaseIterable { case any, address }
