import Diagnostics
import Expressions

/// The texts of a translation whose names no source text has, with what has become of them.
///
/// When a step or an answer gets another name, the names of all its texts change. That is one change, however many texts
/// there are.
struct MovedTexts {
    /// Some texts whose names begin alike.
    struct Group {
        /// What their names begin with, such as `doctor`, or the name of the only text.
        let old: String
        /// What the names of the source begin with now; `nil` when there is nothing like it.
        let new: String?
        /// The first of the texts.
        let first: TranslationSyntax.Text
        var count = 1
    }

    /// In the order of the file.
    private(set) var groups: [Group] = []
    /// The names of the source texts that have their translations under another name.
    private(set) var found: Set<String> = []

    /// - Parameter isMissing: whether no source text has the name, and none can be in lines that could not be read.
    init(_ file: Translations.File, among wordings: [SourceWording], where isMissing: (String) -> Bool) {
        let translated = Set(file.sources.compactMap { $0?.name })
        let open = wordings.filter { !translated.contains($0.name) && $0.hasWords }
        let names = Set(wordings.map(\.name))
        for (text, source) in zip(file.syntax.texts, file.sources) where source == nil && isMissing(text.name.value) {
            let name = text.name.value
            let new = counterpart(of: text, among: open.filter { !found.contains($0.name) })
            if let new { found.insert(new) }
            let (before, after) = Self.beginnings(name, new)
            let old = new == nil ? Self.lost(name, names) : before
            if let index = groups.firstIndex(where: { $0.old == old || name.hasPrefix($0.old + ".") }) {
                groups[index].count += 1
            } else {
                groups.append(Group(old: old, new: after, first: text))
            }
        }
    }

    /// The name of a source text without a translation that is the same text, or has nearly the same name.
    private func counterpart(of text: TranslationSyntax.Text, among open: [SourceWording]) -> String? {
        let name = text.name.value
        let last = name.split(separator: ".").last
        let same = open.filter { $0.fingerprint == text.fingerprint?.value.lowercased() }
        if let moved = same.first(where: { $0.name.split(separator: ".").last == last }) ?? same.first {
            return moved.name
        }
        return closest(to: name, among: open.map(\.name))
    }

    /// Two names without their common end: `doctor` and `physician` of `doctor.ask` and `physician.ask`.
    private static func beginnings(_ old: String, _ new: String?) -> (old: String, new: String?) {
        guard let new else { return (old, nil) }
        var left = old.split(separator: ".")
        var right = new.split(separator: ".")
        while left.count > 1, right.count > 1, left.last == right.last {
            left.removeLast()
            right.removeLast()
        }
        return (left.joined(separator: "."), right.joined(separator: "."))
    }

    /// The step of a text when the source has no text of that step any more, otherwise the name itself.
    private static func lost(_ name: String, _ names: Set<String>) -> String {
        let step = String(name.prefix { $0 != "." })
        return names.contains { $0.hasPrefix(step + ".") } ? name : step
    }
}
