import Diagnostics

/// CSV according to RFC 4180: commas, quotes around fields that need them, quotes inside doubled.
extension TranslationTable {
    static let columns = ["name", "source", "fingerprint", "text"]

    var csv: String {
        ([Self.columns]
            + rows.map { [$0.name, $0.source, $0.fingerprint ?? Fingerprint.of($0.source), $0.text] })
            .map { $0.map(Self.field).joined(separator: ",") + "\n" }.joined()
    }

    private static func field(_ text: String) -> String {
        let needsQuotes =
            text.unicodeScalars.contains { ",\"\r\n".unicodeScalars.contains($0) } || text.first == " "
            || text.last == " "
        return needsQuotes ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
    }
}

/// Reads rows of CSV, with commas or semicolons between the columns.
struct CSVReader {
    private struct Field {
        var text: String
        var range: Range<Int>
    }

    private let file: SourceFile
    private let separator: UInt8
    private var at = 0
    private var problems: [Diagnostic] = []

    static func read(_ file: SourceFile) -> (table: TranslationTable, problems: [Diagnostic]) {
        var reader = CSVReader(file)
        let table = reader.table()
        return (table, reader.problems)
    }

    private init(_ file: SourceFile) {
        self.file = file
        // In some countries, spreadsheets write semicolons.
        let head = file.bytes.prefix { $0 != 0x0A }
        separator = head.contains(UInt8(ascii: ",")) ? UInt8(ascii: ",") : UInt8(ascii: ";")
    }

    private mutating func table() -> TranslationTable {
        let head = record().map(\.text)
        let places = TranslationTable.columns.map { head.firstIndex(of: $0) }
        guard let name = places[0], let text = places[3] else {
            report(
                .missingKey, "the first line has no column `\(places[0] == nil ? "name" : "text")`", 0..<0,
                help: "the first line is `name,source,fingerprint,text`")
            return TranslationTable(language: nil, rows: [])
        }
        var rows: [TranslationTable.Row] = []
        while at < file.bytes.count {
            let start = at
            let fields = record()
            if fields.count == 1, fields[0].text.isEmpty { continue }
            guard fields.count == head.count else {
                report(
                    .wrongShape, "this row has \(fields.count) columns, the first line has \(head.count)",
                    start..<start, help: "put a text with commas or line ends in quotes")
                continue
            }
            let value = { (place: Int?) in place.map { fields[$0].text } }
            let fingerprint = value(places[2]).flatMap { $0.isEmpty ? nil : $0 }
            if let place = places[2], let fingerprint, !Self.isFingerprint(fingerprint) {
                report(
                    .unknownWord, "`\(fingerprint)` is no fingerprint", fields[place].range,
                    help: "leave the column `fingerprint` as it was exported, or empty")
                continue
            }
            var row = TranslationTable.Row(
                name: fields[name].text, source: value(places[1]) ?? "", fingerprint: fingerprint?.lowercased(),
                text: fields[text].text)
            row.place = .init(name: span(fields[name].range), text: span(fields[text].range))
            rows.append(row)
        }
        return TranslationTable(language: nil, rows: rows)
    }

    static func isFingerprint(_ text: String) -> Bool { text.utf8.count == 6 && text.allSatisfy(\.isHexDigit) }

    /// The fields up to the end of a line.
    private mutating func record() -> [Field] {
        var fields: [Field] = []
        while true {
            fields.append(field())
            guard at < file.bytes.count else { return fields }
            let byte = file.bytes[at]
            at += 1
            if byte == 0x0D, at < file.bytes.count, file.bytes[at] == 0x0A { at += 1 }
            if byte != separator { return fields }
        }
    }

    private mutating func field() -> Field {
        let start = at
        guard at < file.bytes.count, file.bytes[at] == UInt8(ascii: "\"") else {
            while at < file.bytes.count, ![separator, 0x0A, 0x0D].contains(file.bytes[at]) { at += 1 }
            return Field(text: file.text(in: start..<at), range: start..<at)
        }
        var bytes: [UInt8] = []
        at += 1
        while at < file.bytes.count {
            if file.bytes[at] == UInt8(ascii: "\"") {
                guard at + 1 < file.bytes.count, file.bytes[at + 1] == UInt8(ascii: "\"") else { break }
                at += 1
            }
            bytes.append(file.bytes[at])
            at += 1
        }
        if at == file.bytes.count {
            report(.unclosedQuote, "this quote is never closed", start..<start + 1, help: "close it with `\"`")
        }
        at = min(at + 1, file.bytes.count)
        let end = at
        while at < file.bytes.count, ![separator, 0x0A, 0x0D].contains(file.bytes[at]) { at += 1 }
        return Field(text: String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n"), range: start..<end)
    }

    private func span(_ range: Range<Int>) -> Span { Span(file: file.path, range: range) }

    private mutating func report(_ code: DiagnosticCode, _ message: String, _ range: Range<Int>, help: String) {
        problems.append(Diagnostic(code, message, at: span(range), label: "cannot be read", help: help))
    }
}
