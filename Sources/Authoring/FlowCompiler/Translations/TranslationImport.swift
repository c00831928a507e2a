public import Diagnostics
import Expressions

/// Applies rows from translators to the translations of a project. Flows are never changed.
public struct TranslationImport: Sendable {
    /// The new contents of the changed files, by path.
    public private(set) var files: [String: String] = [:]
    /// The number of new or changed texts.
    public private(set) var changes = 0
    /// The rows that were left out, with the reasons.
    public private(set) var problems: [Diagnostic] = []

    private let catalog: TranslationCatalog
    private let language: String

    /// - Parameters:
    ///   - part: limits the import to one flow, or to `bot`; `nil` imports all rows.
    public init(
        _ table: TranslationTable, in language: String, into catalog: TranslationCatalog, only part: String? = nil
    ) {
        self.catalog = catalog
        self.language = language
        let names = RowNames(catalog, only: part)
        var texts: [String: [TranslatedRow]] = [:]
        var seen: [String: String] = [:]
        for row in table.rows where !row.text.isEmpty {
            guard let (part, entry) = meaning(of: row, names), isSound(row, entry) else { continue }
            let key = "\(part)/\(entry.name)"
            if let before = seen.updateValue(row.text, forKey: key) {
                if before != row.text { report(.duplicateKey, "`\(row.name)` is translated twice", row.place?.name) }
                continue
            }
            let new = TranslatedRow(name: entry.name, of: fingerprint(of: row, entry), text: row.text)
            if entry.text != new.text || entry.of != new.of { texts[part, default: []].append(new) }
        }
        for (part, rows) in texts.sorted(by: { $0.key < $1.key }) { write(rows, to: part) }
    }

    // Rows.

    private mutating func meaning(
        of row: TranslationTable.Row, _ names: RowNames
    ) -> (part: String, entry: TranslationCatalog.Entry)? {
        let found = names.meanings(of: row.name).compactMap { part, name in
            catalog.entries(of: part, in: language).first { $0.name == name }.map { (part.name, $0) }
        }
        if found.count == 1 { return found[0] }
        // Two flows have a text of this name: the source determines which one is meant.
        let same = found.filter { $0.1.source == row.source }
        if same.count == 1 { return same[0] }
        if let first = found.first {
            report(
                .translationUnknown, "several flows have a text called `\(row.name)`", row.place?.name,
                help: "write the flow before it, such as `\(first.0)/\(row.name)`")
        } else {
            report(
                .translationUnknown, "no text is called `\(row.name)`", row.place?.name,
                help: suggestion(for: row.name, among: names.all, are: "the texts are"))
        }
        return nil
    }

    /// Whether the braces of a row can be parsed and contain the names of the source.
    private mutating func isSound(_ row: TranslationTable.Row, _ entry: TranslationCatalog.Entry) -> Bool {
        let (template, found) = Template.parse(row.text)
        if let problem = found.first {
            report(problem.code, problem.message, row.place?.text, help: problem.help)
            return false
        }
        let source = Template.parse(entry.source).template
        let (wanted, here) = (source.inserts.map(\.name.text), template.inserts.map(\.name.text))
        if entry.name.hasPrefix("anywhere.") || Set(wanted) == Set(here) { return true }
        let braces = { (names: [String]) in names.map { "`{\($0)}`" }.joined(separator: ", ") }
        let foreign = here.filter { !wanted.contains($0) }
        report(
            .translationNames,
            foreign.isEmpty
                ? "the source has \(braces(wanted.filter { !here.contains($0) })), the translation has not"
                : "the source has \(wanted.isEmpty ? "no names" : braces(wanted)), not \(braces(foreign))",
            row.place?.text, help: "names in braces are not translated")
        return false
    }

    /// The fingerprint of the translated source. A translator who updates a stale text works from the source in the
    /// row.
    private func fingerprint(of row: TranslationTable.Row, _ entry: TranslationCatalog.Entry) -> String {
        let shown = Fingerprint.of(row.source.isEmpty ? entry.source : row.source)
        guard let claimed = row.fingerprint else { return shown }
        return entry.text != nil && entry.text != row.text && claimed == entry.of ? shown : claimed
    }

    private mutating func report(_ code: DiagnosticCode, _ message: String, _ span: Span?, help: String? = nil) {
        problems.append(
            Diagnostic(
                code, message, at: span ?? Span(file: "", range: 0..<0), label: "this row is left out", help: help,
                severity: .error))
    }

    // Files.

    private mutating func write(_ rows: [TranslatedRow], to part: String) {
        let path = TranslationCatalog.path(of: part, in: language)
        let order = catalog.part(named: part)?.wordings.map(\.name) ?? []
        var writer = TranslationWriter(
            catalog.file(path), part: part, language: language, order: order, names: catalog.names(in: path))
        guard writer.isReadable else {
            problems.append(
                Diagnostic(
                    .badIndent, "\(path) cannot be read, so nothing is added to it", at: Span(file: path, range: 0..<0),
                    help: "`usher check` tells what is wrong with it"))
            return
        }
        for row in rows { writer.put(row) }
        changes += rows.count
        let file = SourceFile(path: path, text: writer.text)
        let sources = Dictionary(
            (catalog.part(named: part)?.wordings ?? []).map { ($0.name, $0.text.string) }
        ) { first, _ in first }
        files[path] = FormattedFile(file, as: .translation, sources: sources).text ?? writer.text
    }
}

/// One text of a translation.
struct TranslatedRow {
    var name: String
    /// The fingerprint of the translated source.
    var of: String
    var text: String

    var lines: [String] {
        ["  \(Self.scalar(name)):", "    of: \(Self.scalar(of))", "    text: \(Self.scalar(text))"]
    }

    private static func scalar(_ text: String) -> String {
        YAMLWords.isPlain(text, keepsType: false) ? text : ScalarText.quoted([text])[0]
    }
}

/// Inserts texts into the file of a translation, and keeps the rest of it, including comments.
struct TranslationWriter {
    private var lines: [String]
    /// The names of texts with their lines, in the order of the file.
    private var places: [(name: String, lines: Range<Int>)] = []
    /// The names of all texts in the order of the flow.
    private let order: [String]
    private(set) var isReadable = true

    /// - Parameter names: the current names of the file's texts, by the names in the file.
    init(_ file: SourceFile?, part: String, language: String, order: [String], names: [String: String]) {
        self.order = order
        lines = ["translation: \(part)", "language: \(language)", "texts:"]
        guard let file else { return }
        // In a formatted file every text has its own block, and no two blocks share a line.
        guard let text = FormattedFile(file, as: .translation).text else {
            isReadable = false
            return
        }
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        while lines.last?.isEmpty ?? false { lines.removeLast() }
        let written = SourceFile(path: file.path, text: text)
        guard let texts = FileReader.read(written, as: .translation).root?.entry("texts") else {
            lines.append("texts:")
            return
        }
        guard case .map(let map)? = texts.value else { return }
        places = map.entries.map { entry in
            let first = written.line(at: entry.key.span.range.lowerBound)
            let last = written.line(at: max(entry.span.range.lowerBound, entry.span.range.upperBound - 1))
            return (names[entry.key.string] ?? entry.key.string, first..<last + 1)
        }
    }

    var text: String { lines.joined(separator: "\n") + "\n" }

    mutating func put(_ row: TranslatedRow) {
        if let place = places.firstIndex(where: { $0.name == row.name }) {
            replace(places[place].lines, with: row.lines, at: place)
        } else {
            insert(row)
        }
    }

    /// Removes a text; returns whether there was one.
    mutating func remove(_ name: String) -> Bool {
        guard let place = places.firstIndex(where: { $0.name == name }) else { return false }
        let range = places[place].lines
        lines.removeSubrange(range)
        shift(behind: place, by: -range.count)
        places.remove(at: place)
        return true
    }

    private mutating func replace(_ range: Range<Int>, with new: [String], at place: Int) {
        lines.replaceSubrange(range, with: new)
        places[place].lines = range.lowerBound..<range.lowerBound + new.count
        shift(behind: place, by: new.count - range.count)
    }

    /// Inserts a new text after the one that precedes it in the flow.
    private mutating func insert(_ row: TranslatedRow) {
        let rank = order.firstIndex(of: row.name) ?? order.count
        let before = places.lastIndex { place in order.firstIndex(of: place.name).map { $0 < rank } ?? false }
        let line = before.map { places[$0].lines.upperBound } ?? (lines.firstIndex(of: "texts:") ?? lines.count - 1) + 1
        let place = before.map { $0 + 1 } ?? 0
        lines.insert(contentsOf: row.lines, at: line)
        places.insert((row.name, line..<line + row.lines.count), at: place)
        shift(behind: place, by: row.lines.count)
    }

    private mutating func shift(behind place: Int, by count: Int) {
        for later in places.indices.dropFirst(place + 1) {
            places[later].lines = places[later].lines.lowerBound + count..<places[later].lines.upperBound + count
        }
    }
}
