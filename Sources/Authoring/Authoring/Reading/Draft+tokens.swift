import Diagnostics
import Expressions
import FlowCompiler

extension Draft {
    /// The colours of a file, in the order of their positions.
    public func tokens(in file: String) -> [Token] {
        guard let source = self.file(file) else { return [] }
        var canvas = TokenCanvas(source)
        if let written = WrittenFile(source), let root = written.root {
            var painter = TreePainter(file: source, canvas: canvas)
            painter.paint(root, written.place)
            canvas = painter.canvas
        } else if file.hasSuffix(".transcript") {
            for line in TranscriptLine.all(of: source) {
                canvas.paint(.key, line.verbSpan)
                if ["bot", "you", "tap", "test"].contains(line.verb) { canvas.paint(.text, line.text.whole) }
            }
        }
        let named = index.occurrences.filter { $0.span.file == file }
        // Where a step and its answer have one name, it has the colour of a step.
        for occurrence in named.filter({ !$0.thing.isStep }) + named.filter(\.thing.isStep) {
            if let kind = occurrence.thing.tokenKind {
                canvas.paint(kind, occurrence.span, isDeclaration: occurrence.role == .declaration)
            }
        }
        canvas.paintComments()
        return canvas.tokens
    }
}

extension Thing {
    fileprivate var isStep: Bool { if case .step = self { true } else { false } }

    /// `nil` for what has the colour of where it stands.
    fileprivate var tokenKind: Token.Kind? {
        switch self {
        case .flow: .flow
        case .step, .page: .step
        case .name, .variable, .builtIn, .input: .name
        case .output, .result, .fact: .field
        case .queue, .week, .action, .provider, .merchant, .app, .customCard, .record, .table, .event: .declared
        case .text: nil
        }
    }
}

/// A file in which every byte has at most one colour; what is painted later covers what is below.
struct TokenCanvas {
    private let file: SourceFile
    /// For each byte the number of its colour plus one; 0 is none.
    private var colours: [UInt8]
    private var painted: [(kind: Token.Kind, isDeclaration: Bool)] = []
    /// Where a new token begins although the colour stays the same.
    private var starts: Set<Int> = []

    init(_ file: SourceFile) {
        self.file = file
        colours = Array(repeating: 0, count: file.bytes.count)
    }

    mutating func paint(_ kind: Token.Kind, _ span: Span, isDeclaration: Bool = false) {
        paint(kind, span.range, isDeclaration: isDeclaration)
    }

    mutating func paint(_ kind: Token.Kind, _ range: Range<Int>, isDeclaration: Bool = false) {
        let range = range.clamped(to: 0..<colours.count)
        let colour = painted.firstIndex { $0.kind == kind && $0.isDeclaration == isDeclaration } ?? painted.count
        if colour == painted.count { painted.append((kind, isDeclaration)) }
        for index in range { colours[index] = UInt8(colour + 1) }
        starts.insert(range.lowerBound)
        starts.insert(range.upperBound)
    }

    /// Comments stand where nothing else does: on lines of their own, and behind values.
    mutating func paintComments() {
        for index in file.lineStarts.indices {
            let line = file.lineRange(index)
            let hash = line.first { at in
                file.bytes[at] == UInt8(ascii: "#") && colours[at] == 0
                    && (at == line.lowerBound || file.bytes[at - 1] == 0x20 || file.bytes[at - 1] == 0x09)
            }
            if let hash { paint(.comment, hash..<line.upperBound) }
        }
    }

    /// No token goes over the end of a line, begins or ends with a space.
    var tokens: [Token] {
        file.lineStarts.indices.flatMap { index -> [Token] in
            let line = file.lineRange(index)
            var tokens: [Token] = []
            var at = line.lowerBound
            while at < line.upperBound {
                let colour = colours[at]
                var end = at + 1
                while end < line.upperBound, colours[end] == colour, !starts.contains(end) { end += 1 }
                if colour > 0 {
                    var range = at..<end
                    while let first = range.first, file.bytes[first] == 0x20 { range = range.dropFirst() }
                    while let last = range.last, file.bytes[last] == 0x20 { range = range.dropLast() }
                    let (kind, isDeclaration) = painted[Int(colour) - 1]
                    if !range.isEmpty { tokens.append(Token(kind, range, isDeclaration: isDeclaration)) }
                }
                at = end
            }
            return tokens
        }
    }
}

/// Paints keys and values by the tables of the language.
private struct TreePainter {
    let file: SourceFile
    var canvas: TokenCanvas

    mutating func paint(_ map: MapNode, _ place: KeyPlace) {
        for entry in map.entries {
            if let key = place.table[entry.key.string] {
                canvas.paint(.key, entry.key.span)
                paint(entry.value, key.forms)
            } else {
                if let chosen = place.table.chosen {
                    paintKey(entry.key, place)
                    paint(entry.value, chosen.forms)
                } else {
                    paint(entry.value, [.anything])
                }
            }
        }
    }

    private mutating func paintKey(_ key: ValueNode, _ place: KeyPlace) {
        switch place {
        case .shortAnswers, .anywhere, .payLines, .cardOptions, .cardDiscounts: paintText(key)
        default: canvas.paint(.field, key.span)
        }
    }

    private mutating func paint(_ node: Node?, _ forms: [ValueForm]) {
        switch node {
        case .value(let value)?: paint(value, forms)
        case .list(let list)?:
            let items = forms.flatMap { form in if case .list(let items) = form { items } else { [form] } }
            for item in list.items { paint(item, items) }
        case .map(let map)?:
            guard let place = KeyPlace.likeliest(of: forms, with: map.entries.map(\.key.string)) else {
                for entry in map.entries {
                    canvas.paint(.field, entry.key.span)
                    paint(entry.value, [.anything])
                }
                return
            }
            paint(map, place)
        case .broken?, nil: break
        }
    }

    private mutating func paint(_ value: ValueNode, _ forms: [ValueForm]) {
        for form in forms {
            switch form {
            case .prose, .text: return paintText(value)
            case .oneOf(let words) where words.contains(value.string): return canvas.paint(.word, value.span)
            case .yesNo: return canvas.paint(.word, value.span)
            case .number, .wholeNumber, .amount, .duration, .date, .moment, .slot, .hours:
                canvas.paint(.number, value.span)
                return paintInserts(value)
            case .name(let thing) where thing.words.contains(value.string): return canvas.paint(.word, value.span)
            case .value where value.string.first?.isNumber == true: canvas.paint(.number, value.span)
            case .value: return paintText(value)
            default: break
            }
        }
        paintInserts(value)
    }

    private mutating func paintText(_ value: ValueNode) {
        canvas.paint(.text, value.span)
        paintInserts(value)
    }

    private mutating func paintInserts(_ value: ValueNode) {
        guard value.string.contains("{") else { return }
        for insert in Template.parse(value.string).template.inserts {
            let whole = insert.range
            canvas.paint(.sign, value.text.span(whole.lowerBound..<whole.lowerBound + 1))
            canvas.paint(.sign, value.text.span(whole.upperBound - 1..<whole.upperBound))
            canvas.paint(.field, value.text.span(insert.nameRange))
            switch insert.style {
            case .format(_, let range), .unknownFormat(_, let range): canvas.paint(.word, value.text.span(range))
            case .usual, .plural, .select: break
            }
        }
    }
}
