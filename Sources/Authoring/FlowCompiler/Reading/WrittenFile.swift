package import Diagnostics

/// The content of a file with its locations, as far as it can be read, and the place of its outermost keys.
package struct WrittenFile: Sendable {
    package let file: SourceFile
    /// The keys of the language that the outermost block has.
    package let place: KeyPlace
    /// `nil` when the file is empty or not text.
    package let root: MapNode?

    /// Reads a file of a project; `nil` for files that are not written in keys, such as transcripts.
    package init?(_ file: SourceFile) {
        guard let place = KeyPlace(file: file.path) else { return nil }
        self.file = file
        self.place = place
        root = FileReader.read(file, as: place.isConfig ? .config : place.region).root
    }

    /// The names of the texts in the file, by which translations refer to them, in the order written; and where each
    /// begins.
    package var textNames: [(name: String, start: Int)] { TextNames(root).all }
}

extension KeyPlace {
    /// The outermost keys of a file, by its path in the project.
    package init?(file path: String) {
        switch (path, FormattedFile.kind(of: path)) {
        case ("Config/actions.yaml", _): self = .actionsFile
        case ("Config/services.yaml", _): self = .services
        case (_, .bot?): self = .bot
        case (_, .flow?): self = .flow
        case (_, .translation?): self = .translation
        case (_, .config?), (_, nil): return nil
        }
    }

    /// Whether the place is in a file of `Config/`.
    package var isConfig: Bool { region == .config }

    /// Whether the keys of the place may contain colons, so that the last colon of a line ends its key.
    package var keysEndAtLastColon: Bool { region.keysEndAtLastColon }
}

extension ValueForm {
    /// Whether such a value is text to the end of its line, also with colons, quotes and `#` in it.
    package var isRestOfLine: Bool { isProse }
}
