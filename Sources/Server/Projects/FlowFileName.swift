/// What is known of a file of `Flows/` by its name alone.
struct FlowFileName: Sendable {
    let name: String

    /// Whether the name is one that file managers give to copies, in the languages of their users: `shop copy.yaml`,
    /// `shop (1).yaml`, `Copy of shop.yaml`, `shop - Kopie.yaml`.
    var isCopy: Bool {
        Self.beginnings.contains { name.hasPrefix($0) }
            || name.indices.contains { name[$0] == "." && Self.endsAsCopy(name[..<$0]) }
    }

    private static let beginnings = [
        "Copy of ", "Kopie von ", "Kopie van ", "Copie de ", "Copia di ", "Copia de ", "Cópia de ",
    ]

    /// What *copy* is in these languages.
    private static let copy: Set<String> = ["copy", "kopie", "copie", "copia", "cópia"]
    /// What stands alone behind a name, with a capital only where nouns have one.
    private static let lastWords: Set<Substring> = ["copy", "Kopie", "kopie", "copie", "copia", "cópia"]

    /// What the author of a file that is not read can do about it; `nil` when it looks neither like a flow nor like a
    /// transcript, or is read.
    ///
    /// - Parameter folder: the path of the folder, to name a better place.
    func help(in folder: String) -> String? {
        if isCopy { return "it is a copy of another file" }
        let plain = name.hasPrefix("#") ? name.dropFirst() : name[...]
        if let original = plain.without(Self.ofEditors), original.without(Self.read) != nil {
            return "an editor has left it beside \(original)"
        }
        if let original = name[...].without([".txt", ".rtf", ".md", ".doc"]), original.without(Self.read) != nil {
            return "rename it to \(folder)/\(original)"
        }
        if let stem = name[...].without([".transcript"]) { return renaming(to: "\(stem).transcript", in: folder) }
        if let stem = name[...].without([".yaml", ".yml"]) { return renaming(to: "\(stem).yaml", in: folder) }
        return name[...].without([".txt", ".json"]).map { "flows end in .yaml: \($0).yaml" }
    }

    private static let read = [".yaml", ".transcript"]
    private static let ofEditors = ["~", "#", ".bak", ".orig", ".swp", ".tmp", ".old", ".rej", ".save"]

    private func renaming(to read: String, in folder: String) -> String? {
        read == name ? nil : "rename it to \(folder)/\(read)"
    }

    /// Whether a name without its ending is that of a copy: it ends in ` (2)`, ` (copy)`, ` copy`, ` copy 2` or ` - Copy`.
    private static func endsAsCopy(_ stem: Substring) -> Bool {
        if stem.last == ")", let opening = stem.lastIndex(of: "("), stem[..<opening].last == " " {
            let inside = stem[opening...].dropFirst().dropLast()
            return isNumber(inside) || inside.split(separator: " ").contains { copy.contains($0.lowercased()) }
        }
        let words = stem.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count > 1, let last = words.last else { return false }
        if lastWords.contains(last) { return true }
        guard words.count > 2 else { return false }
        let before = words[words.count - 2]
        return before == "-" && copy.contains(last.lowercased()) || lastWords.contains(before) && isNumber(last)
    }

    private static func isNumber(_ text: Substring) -> Bool { !text.isEmpty && text.allSatisfy(\.isWholeNumber) }
}

extension Substring {
    /// What stands before one of the endings, in small or capital letters; `nil` when there is none of them, or nothing
    /// before it.
    fileprivate func without(_ endings: [String]) -> Substring? {
        for ending in endings where utf8.count > ending.utf8.count {
            let start = utf8.index(endIndex, offsetBy: -ending.utf8.count)
            if self[start...].lowercased() == ending { return self[..<start] }
        }
        return nil
    }
}
