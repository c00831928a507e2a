public import Diagnostics

/// Texts and their translations in the form that translators receive: the rows of a CSV or PO file.
public struct TranslationTable: Sendable {
    /// One text.
    public struct Row: Sendable, Hashable {
        /// The name of the text: `welcome.ask`, or with its flow when two flows have a text of this name,
        /// `booking/welcome.ask`.
        public var name: String
        /// In the language of the flows.
        public var source: String
        /// The fingerprint of the translated source; `nil` is that of `source`.
        public var fingerprint: String?
        /// Empty when there is no translation.
        public var text: String
        /// The locations of the name and the text in the file.
        var place: Place?

        struct Place: Sendable, Hashable {
            var name: Span
            var text: Span
        }

        public init(name: String, source: String, fingerprint: String?, text: String) {
            self.name = name
            self.source = source
            self.fingerprint = fingerprint
            self.text = text
        }

        /// Whether the source has changed since it was translated.
        var isStale: Bool { !text.isEmpty && (fingerprint ?? Fingerprint.of(source)) != Fingerprint.of(source) }
    }

    /// The language of the texts; `nil` when the file does not declare it.
    public var language: String?
    public var rows: [Row]

    public init(language: String?, rows: [Row]) {
        self.language = language
        self.rows = rows
    }

    /// All texts of some parts of a project.
    ///
    /// - Parameter part: a flow, or `bot`; `nil` is all of them.
    public init(of catalog: TranslationCatalog, in language: String, only part: String? = nil) {
        self.language = language
        let names = RowNames(catalog, only: part)
        rows = names.parts.flatMap { part in
            catalog.entries(of: part, in: language).map { entry in
                Row(
                    name: names.name(of: entry.name, in: part), source: entry.source,
                    fingerprint: entry.text == nil ? entry.fingerprint : entry.of, text: entry.text ?? "")
            }
        }
    }

    /// The rows of a file, and the errors in it.
    public static func read(_ file: SourceFile, as format: Format) -> (table: TranslationTable, problems: [Diagnostic])
    {
        if let problem = file.encodingProblem { return (TranslationTable(language: nil, rows: []), [problem]) }
        switch format {
        case .csv: return CSVReader.read(file)
        case .po: return POReader.read(file)
        }
    }

    public func text(as format: Format) -> String {
        switch format {
        case .csv: csv
        case .po: po
        }
    }

    public enum Format: String, Sendable, CaseIterable { case csv, po }
}

/// The names of several flows' texts in rows: the plain name when only one flow has it.
struct RowNames {
    let parts: [TranslationCatalog.Part]
    /// The parts that have a text of a name.
    private let owners: [String: [Int]]

    init(_ catalog: TranslationCatalog, only part: String?) {
        let parts = catalog.parts.filter { part == nil || $0.name == part }
        var owners: [String: [Int]] = [:]
        for (index, part) in parts.enumerated() {
            for wording in part.wordings { owners[wording.name, default: []].append(index) }
        }
        self.parts = parts
        self.owners = owners
    }

    func name(of name: String, in part: TranslationCatalog.Part) -> String {
        owners[name]?.count ?? 0 > 1 ? "\(part.name)/\(name)" : name
    }

    /// The possible parts, and names in them, of a row.
    func meanings(of name: String) -> [(part: TranslationCatalog.Part, name: String)] {
        if let owners = owners[name] { return owners.map { (parts[$0], name) } }
        guard let slash = name.firstIndex(of: "/") else { return [] }
        let (flow, rest) = (name[..<slash], String(name[name.index(after: slash)...]))
        return (owners[rest] ?? []).filter { parts[$0].name == flow }.map { (parts[$0], rest) }
    }

    var all: [String] { owners.keys.sorted() }
}
