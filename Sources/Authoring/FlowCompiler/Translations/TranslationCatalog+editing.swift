public import Diagnostics

extension TranslationCatalog {
    /// Where the source texts of a part stand, by their names.
    public func places(of part: Part) -> [String: Span] {
        Dictionary(part.wordings.map { ($0.name, $0.text.span(0..<0)) }) { first, _ in first }
    }

    /// The file of a translation without one of its texts; `nil` when it has no such text or cannot be read.
    ///
    /// - Parameters:
    ///   - name: the current name of the text.
    ///   - part: the name of a flow, or `bot`.
    public func removing(_ name: String, of part: String, in language: String) -> (path: String, text: String)? {
        let path = Self.path(of: part, in: language)
        guard let file = file(path) else { return nil }
        var writer = TranslationWriter(file, part: part, language: language, order: [], names: names(in: path))
        guard writer.isReadable, writer.remove(name) else { return nil }
        return (path, writer.text)
    }
}
