import Diagnostics

/// PO, the format of GNU gettext: `msgctxt` is the name, `#, fuzzy` means that the source has changed since.
extension TranslationTable {
    private static let fingerprintNote = "fingerprint:"

    var po: String {
        let header = [
            "Project-Id-Version: usher\\n", "Language: \(language ?? "")\\n", "MIME-Version: 1.0\\n",
            "Content-Type: text/plain; charset=UTF-8\\n", "Content-Transfer-Encoding: 8bit\\n",
        ]
        let head = "msgid \"\"\nmsgstr \"\"\n" + header.map { "\"\($0)\"\n" }.joined()
        return head
            + rows.map { row in
                var lines = [""]
                if row.isStale, let fingerprint = row.fingerprint {
                    lines += ["#. \(Self.fingerprintNote) \(fingerprint)", "#, fuzzy"]
                }
                lines += [
                    "msgctxt \(Self.quoted(row.name))", "msgid \(Self.quoted(row.source))",
                    "msgstr \(Self.quoted(row.text))",
                ]
                return lines.joined(separator: "\n") + "\n"
            }.joined()
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": quoted += "\\\\"
            case "\"": quoted += "\\\""
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// The fingerprint in a comment.
    fileprivate static func fingerprint(in comment: String) -> String? {
        guard let range = comment.firstRange(of: fingerprintNote) else { return nil }
        let word = comment[range.upperBound...].drop { $0 == " " }.prefix { $0 != " " }
        return CSVReader.isFingerprint(String(word)) ? word.lowercased() : nil
    }
}

/// Reads the entries of a PO file, line by line.
struct POReader {
    private enum Part: String { case msgctxt, msgid, msgstr }

    /// An incomplete entry.
    private struct Pending {
        var texts: [Part: String] = [:]
        var places: [Part: Range<Int>] = [:]
        var isFuzzy = false
        var fingerprint: String?
    }

    private let file: SourceFile
    private var table = TranslationTable(language: nil, rows: [])
    private var problems: [Diagnostic] = []
    private var entry = Pending()
    private var part: Part?

    static func read(_ file: SourceFile) -> (table: TranslationTable, problems: [Diagnostic]) {
        var reader = POReader(file)
        for line in file.lineStarts.indices { reader.read(file.lineRange(line)) }
        reader.finish()
        return (reader.table, reader.problems)
    }

    private init(_ file: SourceFile) { self.file = file }

    private mutating func read(_ range: Range<Int>) {
        let line = file.text(in: range).split(separator: " ", omittingEmptySubsequences: false).joined(separator: " ")
        if line.allSatisfy(\.isWhitespace) { return finish() }
        if line.hasPrefix("#") { return note(line) }
        let word = line.prefix { $0 != " " && $0 != "\"" }
        if !word.isEmpty {
            guard let next = Part(rawValue: String(word)) else {
                return report("`\(word)` is not read here", range, "texts have one form; remove this entry")
            }
            // The next entry may follow without a blank line.
            if entry.texts[.msgstr] != nil { finish() }
            part = next
            entry.texts[next] = ""
            entry.places[next] = range
        }
        guard let part else { return report("this line belongs to no entry", range, "begin with `msgctxt`") }
        guard let text = Self.unquoted(line.dropFirst(word.count)) else {
            return report("a text stands in quotes", range, "write it between two `\"`, with `\\\"` for a quote inside")
        }
        entry.texts[part]? += text
    }

    private mutating func note(_ line: String) {
        if entry.texts[.msgstr] != nil { finish() }
        if line.hasPrefix("#,"), line.contains("fuzzy") { entry.isFuzzy = true }
        if line.hasPrefix("#."), let fingerprint = TranslationTable.fingerprint(in: line) {
            entry.fingerprint = fingerprint
        }
    }

    private mutating func finish() {
        defer {
            entry = Pending()
            part = nil
        }
        guard let source = entry.texts[.msgid] else { return }
        let text = entry.texts[.msgstr] ?? ""
        guard let name = entry.texts[.msgctxt], let place = entry.places[.msgctxt] else {
            if source.isEmpty {
                readHeader(text)
            } else if let place = entry.places[.msgid] {
                report("this entry has no `msgctxt`", place, "leave entries as they were exported")
            }
            return
        }
        // For a fuzzy entry without its old fingerprint, the translated source is unknown.
        let fingerprint = entry.isFuzzy ? entry.fingerprint ?? "000000" : Fingerprint.of(source)
        var row = TranslationTable.Row(name: name, source: source, fingerprint: fingerprint, text: text)
        row.place = .init(name: span(place), text: span(entry.places[.msgstr] ?? place))
        table.rows.append(row)
    }

    private mutating func readHeader(_ text: String) {
        for line in text.split(separator: "\n") where line.hasPrefix("Language:") {
            let language = line.dropFirst("Language:".count).drop { $0 == " " }.prefix { $0 != " " }
            if !language.isEmpty { table.language = String(language).replacing("_", with: "-") }
        }
    }

    /// The text between quotes; `nil` when they are missing.
    private static func unquoted(_ text: Substring) -> String? {
        var rest = text.drop { $0.isWhitespace }
        while rest.last?.isWhitespace ?? false { rest.removeLast() }
        guard rest.count >= 2, rest.first == "\"", rest.last == "\"" else { return nil }
        var result = ""
        var scalars = rest.dropFirst().dropLast().unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            if scalar == "\"" { return nil }
            guard scalar == "\\" else {
                result.unicodeScalars.append(scalar)
                continue
            }
            switch scalars.popFirst() {
            case "n"?: result += "\n"
            case "t"?: result += "\t"
            case "r"?: result += "\r"
            case let other?: result.unicodeScalars.append(other)
            case nil: return nil
            }
        }
        return result
    }

    private func span(_ range: Range<Int>) -> Span { Span(file: file.path, range: range) }

    private mutating func report(_ message: String, _ range: Range<Int>, _ help: String) {
        problems.append(
            Diagnostic(.wrongShape, message, at: span(range), label: "cannot be read", help: help))
    }
}
