import Diagnostics

/// The names of one file's texts in translations (flow language, 2.2).
///
/// A text is named by its position: by the keys that lead to it. Therefore every text has a name as soon as it is read,
/// and a new key of the language needs no code here. All exceptions are in this file: `steps` is left out, an answer is
/// named by its id or label, an item of another list by its number from 1, anywhere words by their destination.
struct TextNames: Sendable {
    /// By the byte at which the text begins.
    private var names: [Int: String] = [:]
    /// How many times a name has been used; from the second on, it gets a number.
    private var taken: [String: Int] = [:]

    /// Keys whose contents are not for customers, or are not translated: ids, conditions, values.
    private static let silent: Set<String> = [
        "id", "set", "using", "gives", "data", "extra", "unless", "when", "about", "named",
        "stop_reminding", "give_back", "calendar", "from", "every", "lasting", "except",
    ]

    /// No text has a name.
    init() {}

    /// - Parameter root: the content of the file; `nil` when it could not be read.
    init(_ root: MapNode?) {
        for entry in root?.entries ?? [] {
            switch (entry.key.string, entry.value) {
            case ("steps", .map(let steps)?): self.steps(steps)
            case ("anywhere", .map(let words)?): anywhere(words)
            case ("entries", .map(let entries)?): contained(in: entries)
            case ("entries", _): break
            default: self.entry(entry, [])
            }
        }
    }

    /// The name of a text; `nil` for texts that are not translated.
    subscript(_ text: SourceText) -> String? { names[text.start] }

    private mutating func steps(_ steps: MapNode) {
        for step in steps.entries {
            guard case .map(let below)? = step.value else { continue }
            // Notes for agents are not sent to customers.
            let isHandOver = below.entry("hand_over") != nil
            for entry in below.entries where !(isHandOver && entry.key.string == "note") {
                self.entry(entry, [step.key.string])
            }
        }
    }

    private mutating func anywhere(_ words: MapNode) {
        for line in words.entries {
            guard case .value(let destination)? = line.value else { continue }
            let source = line.key.contained ?? line.key.text
            names[source.start] = free(["anywhere", destination.string]).joined(separator: ".")
        }
    }

    /// Words inside the first message, by their destination. Other entries are not translated.
    private mutating func contained(in entries: MapNode) {
        for line in entries.entries {
            guard let words = line.key.contained, case .value(let destination)? = line.value else { continue }
            names[words.start] = free(["entries", destination.string]).joined(separator: ".")
        }
    }

    // Everything else, by its keys.

    private mutating func entry(_ entry: Entry, _ path: [String]) {
        let key = entry.key.string
        if Self.silent.contains(key), path.last != "answers" { return }
        let path = path + [key]
        // In some blocks the keys are texts themselves: labels of answers, lines of a payment.
        name(entry.key, path)
        switch entry.value {
        // In the options of a product, both sides are texts.
        case .value(let value)?: name(value, path.dropLast().last == "options" ? path + ["value"] : path)
        case .map(let map)?: for entry in map.entries { self.entry(entry, path) }
        case .list(let list)?: self.list(list, path, areAnswers: key == "answers")
        case .broken?, nil: break
        }
    }

    private mutating func list(_ list: ListNode, _ path: [String], areAnswers: Bool) {
        for (index, item) in list.items.enumerated() {
            let number = path + [String(index + 1)]
            switch item {
            case .value(let value): name(value, areAnswers ? free(path + [value.string]) : number)
            case .list(let inner): self.list(inner, number, areAnswers: false)
            case .map(let map) where areAnswers: answer(map, path, number)
            case .map(let map): for entry in map.entries { self.entry(entry, number) }
            case .broken: break
            }
        }
    }

    /// An answer with more than a label, or a section of answers, which are named as if there were no sections.
    private mutating func answer(_ map: MapNode, _ path: [String], _ number: [String]) {
        guard map.entry("section") == nil else {
            for entry in map.entries {
                guard entry.key.string == "answers", case .list(let list)? = entry.value else {
                    self.entry(entry, number)
                    continue
                }
                self.list(list, path, areAnswers: true)
            }
            return
        }
        guard let id = map.text("id") ?? map.text("label") else { return }
        let own = free(path + [id.string])
        for entry in map.entries {
            if entry.key.string == "label", case .value(let label)? = entry.value {
                name(label, own)
            } else {
                self.entry(entry, own)
            }
        }
    }

    // Helpers.

    private mutating func name(_ value: ValueNode, _ path: [String]) {
        names[value.text.start] = path.joined(separator: ".")
    }

    /// The same path, with a number after it if another text already has this name.
    private mutating func free(_ path: [String]) -> [String] {
        let name = path.joined(separator: ".")
        let count = taken[name, default: 0] + 1
        taken[name] = count
        return count == 1 ? path : path + [String(count)]
    }
}

extension MapNode {
    fileprivate func text(_ key: String) -> ValueNode? {
        if case .value(let value)? = entry(key)?.value { value } else { nil }
    }
}

extension SourceText {
    /// The byte of the file at which the text begins.
    var start: Int { span(0..<0).range.lowerBound }
}

extension TextNames {
    /// All names, in the order of their texts.
    var all: [(name: String, start: Int)] {
        names.sorted { $0.key < $1.key }.map { (name: $0.value, start: $0.key) }
    }
}
