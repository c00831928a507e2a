import Diagnostics
import Expressions

/// A value as it is written: its lines, with quotes where they are needed.
struct ScalarText {
    /// The first line goes after the key or the dash, the others below it.
    var lines: [String]
    /// Whether the first line is a block header such as `|` or `>`.
    var isBlock = false

    /// - Parameter key: the key of the value; `nil` for a list item.
    init(_ value: ValueNode, _ file: SourceFile, _ values: ValueReader, key: String?, _ region: Region) {
        if value.isBlock {
            self = Self.block(value, file, values)
            return
        }
        let pieces = Self.pieces(of: value, file, values)
        let isSum = region == .assignments || region == .inputs && !value.isOneName
        let isAssigned = isSum && key != nil && !value.isQuoted
        if isAssigned, Self.isReckoned(value.string) {
            self = Self.reckoned(value.string, pieces, values)
            return
        }
        let keepsType = key.map { Self.keepsType(value.string, of: $0, in: region) } ?? Self.isTyped(value, region)
        let isPlain = !value.isQuoted && YAMLWords.isPlain(value.string, keepsType: keepsType)
        lines = isPlain && pieces.dropFirst().allSatisfy(YAMLWords.canContinue) ? pieces : Self.quoted(pieces)
    }

    // Words.

    /// A key or an item on one line.
    static func word(_ value: ValueNode, keepsType: Bool = false, isInList: Bool = false) -> String {
        let isPlain = !value.isQuoted && YAMLWords.isPlain(value.string, keepsType: keepsType, isInList: isInList)
        return isPlain ? value.string : quoted([value.string])[0]
    }

    /// Whether a key such as `409` may stay a number for other tools: only in Config files.
    static func keepsType(_ key: String, in region: Region) -> Bool {
        region == .config && YAMLWords.isPlainlyTyped(key)
    }

    private static func isTyped(_ value: ValueNode, _ region: Region) -> Bool {
        region == .config && YAMLWords.isPlainlyTyped(value.string)
    }

    /// Whether other tools may read a number or a Boolean here, because the key expects one.
    private static func keepsType(_ text: String, of key: String, in region: Region) -> Bool {
        switch region {
        case .config: YAMLWords.isPlainlyTyped(text)
        case .flow, .bot, .language, .card: typedKeys.contains(key) && YAMLWords.isPlainlyTyped(text)
        case .steps, .named, .labelled, .conditions, .assignments, .inputs, .weeks, .table, .translation, .translations,
            .translated:
            false
        }
    }

    /// Keys whose value is a number or a Boolean.
    private static let typedKeys: Set<String> = {
        let places = KeyPlace.all.filter { [.flow, .bot, .language, .card].contains($0.region) }
        return Set(places.flatMap(\.table.keys).filter { $0.forms.contains(where: \.isTyped) }.map(\.name))
    }()

    // Texts.

    /// The segments of a text as they are on its lines; a single one when it is unclear how they were joined.
    private static func pieces(of value: ValueNode, _ file: SourceFile, _ values: ValueReader) -> [String] {
        let span = value.span.range
        let lines = file.line(at: span.lowerBound)...file.line(at: max(span.lowerBound, span.upperBound - 1))
        var pieces = lines.compactMap { number -> String? in
            let range = values.trimmed(file.lineRange(number).clamped(to: span))
            if range.isEmpty || (number > lines.lowerBound && file.bytes[range.lowerBound] == UInt8(ascii: "#")) {
                return nil
            }
            return file.text(in: range)
        }
        if value.isQuoted, let quote = pieces.first?.first, !pieces.isEmpty {
            pieces[0].removeFirst()
            if !pieces[pieces.count - 1].isEmpty { pieces[pieces.count - 1].removeLast() }
            if let byte = quote.asciiValue {
                pieces = pieces.map { QuotedText.content(Array($0.utf8), 0..<$0.utf8.count, quote: byte) }
            }
        }
        return pieces.joined(separator: " ") == value.string ? pieces : [value.string]
    }

    /// The segments of a text in quotes: double quotes, unless the text contains many of them.
    static func quoted(_ pieces: [String]) -> [String] {
        let needsEscapes = pieces.contains { $0.contains("\"") || $0.contains("\\") }
        let canBeSingle = !pieces.contains { $0.contains("'") || $0.contains { $0.isNewline || $0 == "\t" } }
        let quote = needsEscapes && canBeSingle ? "'" : "\""
        var lines = quote == "'" ? pieces : pieces.map(escaped)
        lines[0] = quote + lines[0]
        lines[lines.count - 1] += quote
        return lines
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": escaped += "\\\""
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\t": escaped += "\\t"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    // Calculations.

    /// Whether a name is set to something other than a text; in quotes it would become a text.
    private static func isReckoned(_ text: String) -> Bool {
        let context = ReadingContext(currency: Currency("EUR"), zone: .utc)
        if case .text = AssignedSyntax.parse(text, isQuoted: false, context).value { return false }
        return true
    }

    /// An expression has no quotes; one that begins like YAML syntax goes below `>-`, where everything is a text.
    private static func reckoned(_ text: String, _ pieces: [String], _ values: ValueReader) -> ScalarText {
        var scalar = ScalarText(lines: pieces)
        if text.hasPrefix("[") {
            scalar.lines = [YAMLWords.list(text)]
        } else if !YAMLWords.isPlain(text, keepsType: true) || !pieces.dropFirst().allSatisfy(YAMLWords.canContinue) {
            scalar = ScalarText(lines: [">-"] + pieces, isBlock: true)
        }
        return scalar
    }

    // Block texts.

    private init(lines: [String], isBlock: Bool = false) {
        self.lines = lines
        self.isBlock = isBlock
    }

    /// The lines of a text below `|` or `>` unchanged, the first at the column of the block.
    private static func block(_ value: ValueNode, _ file: SourceFile, _ values: ValueReader) -> ScalarText {
        let span = value.span.range
        let header = file.text(in: span.lowerBound..<values.headerEnd(span.lowerBound))
        let numbers = file.line(at: span.lowerBound) + 1..<file.line(at: max(span.lowerBound, span.upperBound - 1)) + 1
        let scanned = numbers.isEmpty ? [] : LineScanner.lines(numbers, of: file)
        let indent = scanned.compactMap { $0?.indent }.first ?? 0
        // Leading tabs have no column in YAML.
        if scanned.contains(where: { $0?.hasTab ?? false }) { return ScalarText(lines: quoted([value.string])) }
        let lines = scanned.map { line in
            guard let line else { return "" }
            return String(repeating: " ", count: max(0, line.indent - indent))
                + file.text(in: line.start..<line.range.upperBound)
        }
        return ScalarText(lines: [header] + lines, isBlock: true)
    }
}
