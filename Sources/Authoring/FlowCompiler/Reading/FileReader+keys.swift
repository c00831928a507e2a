import Diagnostics

extension FileReader {
    /// The key at the beginning of a line, and where its value may begin.
    mutating func key(of line: Line, _ region: Region) -> (ValueNode, Int)? {
        guard let start = start(of: line, region) else { return nil }
        let content = start..<line.range.upperBound
        if let quoted = values.quotedKey(content) { return quoted }
        if let colon = values.colon(in: content, last: region.keysEndAtLastColon) {
            return values.key(start..<colon).map { ($0, colon + 1) }
        }
        if let colon = colonWithoutSpace(line, region) {
            reportMissingSpace(line, colon)
            return values.key(line.start..<colon).map { ($0, colon + 1) }
        }
        let word = wordWithoutColon(line, region)
        reportMissingColon(line, word, region)
        return word.flatMap { word in values.key(word).map { ($0, word.upperBound) } }
    }

    /// Where the key of a line begins: after an anchor or a tag, which are reported; `nil` for other YAML syntax.
    private mutating func start(of line: Line, _ region: Region) -> Int? {
        guard let feature = values.featureAtKey(of: line, region) else { return line.start }
        diagnostics.append(feature)
        let content = line.start..<line.range.upperBound
        guard "&!".utf8.contains(file.bytes[line.start]),
            let space = content.first(where: { Space.length(file.bytes, $0) > 0 })
        else { return nil }
        return values.skipBlanks(space, line.range.upperBound)
    }

    /// The colon of a line such as `then:b`; not that of an address or a time of day.
    private func colonWithoutSpace(_ line: Line, _ region: Region) -> Int? {
        let content = line.start..<line.range.upperBound
        let isColon = { (index: Int) in file.bytes[index] == UInt8(ascii: ":") && index + 1 < content.upperBound }
        if region.keysEndAtLastColon {
            return content.last { isColon($0) && $0 > content.lowerBound && isLetter($0 + 1) && !isDigit($0 - 1) }
        }
        guard let colon = content.first(where: isColon), file.bytes[colon + 1] != UInt8(ascii: "/") else { return nil }
        let word = file.text(in: line.start..<colon)
        switch region {
        case .flow, .bot, .language, .card: return Vocabulary.keys.contains(word) ? colon : nil
        case .translated: return Vocabulary.translatedKeys.contains(word) ? colon : nil
        default: return word.first?.isLetter == true && !word.contains(" ") ? colon : nil
        }
    }

    private func isLetter(_ index: Int) -> Bool {
        Character(Unicode.Scalar(file.bytes[index])).isLetter || file.bytes[index] >= 0x80
    }

    private func isDigit(_ index: Int) -> Bool { (0x30...0x39).contains(file.bytes[index]) }

    /// The key of a line that only lacks its colon: a word of the language with its value, or a name with a block below
    /// it.
    private func wordWithoutColon(_ line: Line, _ region: Region) -> Range<Int>? {
        let content = line.start..<line.range.upperBound
        let hasBlock = next + 1 < lines.count && lines[next + 1].indent > line.indent
        switch region {
        case .flow, .bot, .language, .card, .translation:
            let space = content.first { Space.length(file.bytes, $0) > 0 } ?? content.upperBound
            guard space < content.upperBound || hasBlock else { return nil }
            return Vocabulary.keys.contains(file.text(in: line.start..<space)) ? line.start..<space : nil
        case .steps, .named, .weeks, .translations: return hasBlock ? content : nil
        case .translated:
            let word = content.lowerBound..<(content.first { Space.length(file.bytes, $0) > 0 } ?? content.upperBound)
            return Vocabulary.translatedKeys.contains(file.text(in: word)) ? word : nil
        case .labelled, .conditions, .assignments, .inputs, .table, .config: return nil
        }
    }

    func beginsWithKey(_ line: Line) -> Bool {
        guard let colon = values.colon(in: line.start..<line.range.upperBound, last: false) else { return false }
        return Vocabulary.keys.contains(file.text(in: line.start..<colon))
    }

    func isItem(_ line: Line) -> Bool {
        guard file.bytes[line.start] == UInt8(ascii: "-") else { return false }
        return line.start + 1 == line.range.upperBound || Space.length(file.bytes, line.start + 1) > 0
    }

    /// The form of a line, read anew.
    func freshShape(of line: Line) -> LineShape {
        let range = line.start..<line.range.upperBound
        let colon = values.colon(in: range, last: false)
        let rest = colon.map { values.withoutComment($0 + 1..<range.upperBound) }
        return LineShape(
            isItem: isItem(line) || colon == nil && dashMeant(by: line) != nil,
            word: file.text(in: range.lowerBound..<(colon ?? range.upperBound)),
            hasColon: colon != nil, hasValue: rest.map { hasValue(values.trimmed($0)) } ?? false)
    }

    /// Whether something is behind a colon, other than a sign of YAML before a block.
    private func hasValue(_ rest: Range<Int>) -> Bool {
        guard let first = rest.first else { return false }
        return !"&!".utf8.contains(file.bytes[first]) || values.featureBeforeBlock(rest) == nil
    }
}
