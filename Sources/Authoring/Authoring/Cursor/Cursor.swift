import Diagnostics
import FlowCompiler

/// Where a cursor stands in a file: in a key or a value, of which blocks, in which flow and step.
struct Cursor {
    enum Part {
        /// In the key of a line, or in a line that has no colon yet.
        case key
        /// After the colon, or in an item.
        case value
    }

    let file: SourceFile
    let lines: CursorLines
    let offset: Int
    let line: LineText
    /// Where the content of the line begins, in bytes of the file: after a dash.
    let contentStart: Int
    /// The column of that.
    let column: Int
    /// The column of the dash that the line begins with.
    let dash: Int?
    let part: Part
    /// The key of the line, when the cursor is behind it.
    let key: String?
    /// Where the value begins, in bytes of the file.
    let valueStart: Int
    /// The places that the block of the line may be; the likeliest alone, when it has other keys.
    let places: [KeyPlace]
    /// The forms that the value may have.
    let forms: [ValueForm]
    /// The other keys of the block.
    let siblings: [CursorLines.Sibling]
    let surroundings: Surroundings

    /// Names of what is around a line.
    struct Surroundings {
        var flow: String?
        var step: String?
        var page: String?
        var action: String?
        /// The keys around the line, the outermost first.
        var path: [String] = []
        var inputs: TreeWalker.Inputs?
        /// The variables of the `each` around it, with their lists.
        var variables: [(name: String, list: String)] = []
        /// Whether the line continues the text of a key above it.
        var isContinuation = false
    }

    /// `nil` in files that are not written in keys.
    init?(_ file: SourceFile, at offset: Int) {
        guard let root = KeyPlace(file: file.path) else { return nil }
        let offset = min(max(offset, 0), file.bytes.count)
        let lines = CursorLines(file)
        let line = lines.lines[file.line(at: offset)]
        let content = line.content
        let cursorColumn = offset - line.range.lowerBound
        // On an empty line the block is that of the cursor's column.
        let isBefore = cursorColumn < content.column || line.isBlank
        let column = line.isBlank ? cursorColumn : content.column
        self.file = file
        self.lines = lines
        self.offset = offset
        self.line = line
        self.column = column
        dash = isBefore && !line.isBlank ? nil : content.dash
        contentStart = min(line.range.lowerBound + column, max(offset, line.range.lowerBound + content.column))
        let frames = lines.frames(around: line.number, column: column, dash: content.dash)
        let siblings = lines.siblings(of: line.number, column: column)
        self.siblings = siblings
        var resolver = FrameResolver(lines: lines, root: root, flow: file.flowName)
        resolver.resolve(frames)
        resolver.enter(siblings, of: KeyPlace.likeliest(of: resolver.forms, with: siblings.map(\.key)))
        surroundings = resolver.surroundings
        places = Self.places(of: resolver.forms, siblings.map(\.key))
        // The key, and what follows it.
        let before = file.text(in: min(contentStart, offset)..<offset)
        let isLast = places.contains { $0.keysEndAtLastColon }
        let whole = file.text(in: min(contentStart, line.range.upperBound)..<line.range.upperBound)
        if !surroundings.isContinuation, !places.isEmpty,
            let colon = Self.colon(in: whole, before: before.utf8.count, last: isLast)
        {
            let text = String(decoding: Array(whole.utf8)[..<colon], as: UTF8.self)
            let key = LineContent(dash: nil, column: 0, text: text + ":").keyAndValue(last: true).key
            self.key = key
            part = .value
            let rest = Array(before.utf8)[(colon + 1)...]
            valueStart = contentStart + colon + 1 + rest.prefix { $0 == 0x20 }.count
            let tables = places.map(\.table)
            forms =
                tables.lazy.compactMap { $0[key]?.forms }.first ?? tables.lazy.compactMap { $0.chosen?.forms }.first
                ?? []
        } else {
            key = nil
            valueStart = contentStart
            forms = resolver.forms
            part = surroundings.isContinuation ? .value : .key
        }
    }

    /// The byte of the colon that ends the key of a line, if it stands before the cursor.
    private static func colon(in text: String, before cursor: Int, last: Bool) -> Int? {
        let head = String(decoding: Array(text.utf8).prefix(cursor), as: UTF8.self)
        guard let colon = head.keyColon(last: last) else { return nil }
        return head.utf8.distance(from: head.startIndex, to: colon)
    }

    private static func places(of forms: [ValueForm], _ keys: [String]) -> [KeyPlace] {
        let all = KeyPlace.places(of: forms)
        if keys.isEmpty || all.count < 2 { return all }
        // Until the key is written that says which of them it is, all remain that have the other keys.
        let isDecided = all.contains { place in
            keys.contains { key in place.table[key].map { $0.isRequired || $0.group == .card } ?? false }
        }
        let possible = all.filter { place in keys.allSatisfy { place.table[$0] != nil || place.table.chosen != nil } }
        if !isDecided, !possible.isEmpty { return possible }
        return KeyPlace.likeliest(of: forms, with: keys).map { [$0] } ?? all
    }

    /// What is written between the beginning of the key or the value, and the cursor.
    var written: String { file.text(in: min(valueStart, offset)..<offset) }

    /// What is written from the cursor to the end of its line.
    var rest: String { file.text(in: min(offset, line.range.upperBound)..<line.range.upperBound) }

    /// A range from a byte to the cursor, and to the end of the word that it stands in.
    func range(from start: Int) -> Span {
        var end = offset
        while end < line.range.upperBound, file.bytes[end].isWordByte { end += 1 }
        return Span(file: file.path, range: min(start, offset)..<end)
    }
}

extension UInt8 {
    /// Whether it can be part of a name.
    var isWordByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}

/// Follows the keys around a line through the tables of the language.
private struct FrameResolver {
    let lines: CursorLines
    var forms: [ValueForm]
    var surroundings = Cursor.Surroundings()
    private let root: KeyPlace

    init(lines: CursorLines, root: KeyPlace, flow: String) {
        self.lines = lines
        self.root = root
        forms = [.block(root)]
        if root == .flow || root == .translation { surroundings.flow = flow }
    }

    mutating func resolve(_ frames: [CursorLines.Frame]) {
        for frame in frames {
            switch frame {
            case .item:
                forms = forms.flatMap { form in if case .list(let items) = form { items } else { [form] } }
            case .key(let key, let line, let column, let hasValue):
                let siblings = lines.siblings(of: line, column: column)
                let keys = [key] + siblings.map(\.key)
                let place = KeyPlace.likeliest(of: forms, with: keys)
                enter(siblings + [CursorLines.Sibling(key: key, value: value(line), line: line)], of: place)
                let table = place?.table
                if table?[key] == nil, let place { choose(key, in: place) }
                forms = table?[key]?.forms ?? table?.chosen?.forms ?? [.anything]
                surroundings.path.append(key)
                let isText = forms.contains {
                    if case .prose = $0 { true } else if case .text = $0 { true } else { false }
                }
                surroundings.isContinuation = hasValue && isText
            }
        }
    }

    private func value(_ line: Int) -> String { lines.lines[line].content.keyAndValue().value }

    /// Notes what the keys of a block say about the lines in it.
    mutating func enter(_ siblings: [CursorLines.Sibling], of place: KeyPlace?) {
        for sibling in siblings {
            switch sibling.key {
            case "call": surroundings.inputs = .action(sibling.value)
            case "run": surroundings.inputs = .flow(sibling.value)
            case "each" where place?.table["each"] != nil:
                let words = sibling.value.split(separator: " ")
                if words.count == 3 { surroundings.variables.append((String(words[0]), String(words[2]))) }
            case "translation" where root == .translation: surroundings.flow = sibling.value
            default: break
            }
        }
    }

    /// A key that the author chose.
    private mutating func choose(_ key: String, in place: KeyPlace) {
        switch place {
        case .steps: surroundings.step = key
        case .form: surroundings.page = key
        case .actions: surroundings.action = key
        default: break
        }
    }
}
