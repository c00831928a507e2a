import Diagnostics

extension FileReader {
    /// Reads the items of a list, each with the deeper lines below it.
    mutating func list(indent: Int, _ key: String, _ region: Region) -> ListNode {
        let place = blocks.all.last?.place?.below(key)
        let depth = blocks.open(OpenBlock(region, listBelow: key, place: place, indent: indent))
        defer { blocks.close() }
        let start = lines[next].start
        var list = ListNode(items: [], span: span(start..<start + 1))
        while next < lines.count {
            let shape = shape(of: lines[next])
            guard owner(of: lines[next], shape) == depth else { break }
            settle(shape, at: depth)
            if shape.isItem, let item = item(lines[next], key, region) {
                list.items.append(item)
                list.span = span(start..<max(start + 1, item.span.range.upperBound))
            } else if shape.isItem {
                list.isDamaged = true
            } else {
                reportNoItem(lines[next], shape)
                skip(lines[next], damaging: &list.isDamaged)
            }
        }
        return list
    }

    /// Ensures that the next line counts as being at the column of the list.
    private mutating func settle(_ shape: LineShape, at depth: Int) {
        let block = blocks.all[depth]
        let line = lines[next]
        if line.hasTab {
            lines[next] = line.moved(to: line.start, indent: block.indent)
        } else if shape.isItem, !block.indents.contains(line.indent) {
            reportIndent(line, shape, in: block, below: nil)
            settle(line, at: depth)
        }
    }

    /// Reads one item; `nil` when it is empty, which is reported.
    private mutating func item(_ line: Line, _ key: String, _ region: Region) -> Node? {
        if let dash = dashMeant(by: line), reportedLines.insert(line.number).inserted { report(dash, of: line) }
        _ = values.skipSpace(from: line.start + 1, to: line.range.upperBound)
        let start = contentStart(ofItem: line)
        guard start < line.range.upperBound, file.bytes[start] != UInt8(ascii: "#") else {
            return itemBelow(line, key, region)
        }
        let content = line.moved(to: start, indent: line.indent + file.text(in: line.start..<start).count)
        if isItem(content) {
            lines[next] = content
            return deeper(content) { .list($0.list(indent: content.indent, key, region)) }
        }
        if isBlockItem(content, region) {
            lines[next] = content
            let block = block(ofItemBelow: key, region, indent: content.indent)
            return deeper(content) { .map($0.map(block)) }
        }
        next += 1
        if let block = values.blockStyle(start..<line.range.upperBound) {
            return .value(blockText(block, below: line, at: start))
        }
        if region.hasProseItems(key) { return prose(from: start, line, region) }
        let node = values.plain(start..<line.range.upperBound)
        if case .broken = node { skipRest(of: line) }
        return hasKeysBelow(content, line) ? reportKeysBelow(content, line) : node
    }

    private mutating func itemBelow(_ line: Line, _ key: String, _ region: Region) -> Node? {
        next += 1
        guard next < lines.count, lines[next].indent > line.indent else {
            report(
                .emptyValue, "this list item says nothing", at: span(line.start..<line.start + 1),
                label: "nothing stands behind it", help: "write something behind the `-`, or leave the line out")
            return nil
        }
        let below = lines[next]
        if !isBlockItem(below, region), !isItem(below) {
            next += 1
            if region.hasProseItems(key) { return prose(from: below.start, below, region, indent: line.indent) }
            return values.plain(below.start..<below.range.upperBound)
        }
        if isItem(below) { return deeper(below) { .list($0.list(indent: below.indent, key, region)) } }
        let block = block(ofItemBelow: key, region, indent: below.indent)
        return deeper(below) { .map($0.map(block)) }
    }

    /// Whether the lines of a block follow an item that is a text: its first key could not be read.
    private func hasKeysBelow(_ content: Line, _ line: Line) -> Bool {
        guard next < lines.count, lines[next].indent > line.indent, !lines[next].hasTab else { return false }
        if isItem(lines[next]) { return values.colon(in: content.start..<content.range.upperBound, last: false) != nil }
        return lines[next].indent >= content.indent && beginsWithKey(lines[next])
    }

    /// Reports an item whose first key could not be read, and skips the lines below it.
    private mutating func reportKeysBelow(_ content: Line, _ line: Line) -> Node {
        let text = file.text(in: content.start..<content.range.upperBound)
        let word = text.prefix { $0.isLetter || $0 == "_" }
        let place = span(content.start..<content.range.upperBound)
        if reportedLines.insert(content.number).inserted {
            report(
                .wrongShape, "there are keys below this item, but it begins with none", at: place, label: "no key",
                help: closest(to: String(word), among: Vocabulary.keys.sorted()).map { "did you mean `\($0):`?" }
                    ?? "begin it with a key, such as `label: \(text)`")
        }
        skipDeeper(than: line.indent)
        return .broken(place)
    }

    /// Where the content of an item begins, after its dash.
    func contentStart(ofItem line: Line) -> Int {
        dashMeant(by: line)?.upperBound ?? values.skipBlanks(line.start + 1, line.range.upperBound)
    }

    func block(ofItemBelow key: String, _ region: Region, indent: Int) -> OpenBlock {
        OpenBlock(region.item(of: key), indent: indent, known: Vocabulary.keys(ofItemsBelow: key))
    }

    /// In flows an item is a block when it begins with a key of the language, in Config files whenever it has a key.
    func isBlockItem(_ line: Line, _ region: Region) -> Bool {
        guard let colon = values.colon(in: line.start..<line.range.upperBound, last: false) else { return false }
        if region == .config { return !isQuotedText(line) }
        return Vocabulary.keys.contains(file.text(in: line.start..<colon))
    }

    /// Whether an item is a quoted text, which may contain colons.
    private func isQuotedText(_ line: Line) -> Bool {
        let content = values.trimmed(values.withoutComment(line.start..<line.range.upperBound))
        guard let first = content.first, "\"'".utf8.contains(file.bytes[first]) else { return false }
        return values.closingQuote(first, content.upperBound) == content.upperBound - 1
    }
}
