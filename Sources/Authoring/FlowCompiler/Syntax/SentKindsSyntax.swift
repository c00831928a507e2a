import Diagnostics

/// `photo:` as written.
struct PhotoKindSyntax: Sendable {
    var key: Span
    /// The largest number of pictures.
    var atMost: Int

    /// The numbers that `up to` accepts.
    static let counts = 2...20
}

/// `file:` as written.
struct FileKindSyntax: Sendable {
    var key: Span
    /// The accepted file extensions, in lower case; empty accepts any file.
    var endings: [String]
}

/// `place:` as written.
struct PlaceKindSyntax: Sendable {
    var key: Span
    var word: PlaceWord
}

/// The values of `place:`.
enum PlaceWord: String, Sendable, CaseIterable { case any, address }
