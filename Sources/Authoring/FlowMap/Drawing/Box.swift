/// The appearance of a node: its size, its lines, and the positions at which its edges leave.
struct Box {
    struct Row {
        let lines: [String]
        /// How many times the edge was taken, at the right end.
        let count: String?
        /// The upper edge of the row.
        let top: Double
        let isExit: Bool
    }

    let node: MapGraph.Node
    let title: String
    let lines: [String]
    /// The numbers of customers, below the lines.
    let counts: [String]
    /// One row for each edge with a label or a number.
    let rows: [Row]
    let width: Double
    let height: Double
    /// Where edges arrive, relative to the upper edge of the box.
    let inlet: Double
    /// Where each edge leaves, relative to the upper edge of the box.
    let outlets: [Double]

    static let padding = 14.0
    static let stepWidth = 248.0
    static let titleHeight = 30.0
    static let lineHeight = 16.0
    static let smallHeight = 24.0

    /// Whether it is a small sign with a single line, not a step.
    var isSmall: Bool { !node.isStep }

    init(_ node: MapGraph.Node) {
        self.node = node
        if node.isStep {
            let room = Self.stepWidth - 2 * Self.padding
            title = TextWidth.shortened(node.title, to: room, size: 13, isBold: true)
            lines = Self.texts(node.lines, room)
            counts = node.counts.flatMap { TextWidth.wrapped($0, to: room, lines: 2) }
            let texts = lines.count + counts.count
            var y = Self.titleHeight + (texts == 0 ? 0 : Double(texts) * Self.lineHeight + 6)
            var rows: [Row] = []
            var outlets: [Double] = []
            for way in node.ways {
                guard !way.labels.isEmpty || way.count != nil else {
                    outlets.append(Self.titleHeight / 2)
                    continue
                }
                let words = way.labels.isEmpty ? "then" : way.labels.joined(separator: " · ")
                let taken = way.count.map { TextWidth.of($0) + 10 } ?? 0
                let label = TextWidth.wrapped(words, to: room - taken, lines: 2)
                let height = Double(label.count) * Self.lineHeight + 8
                rows.append(Row(lines: label, count: way.count, top: y, isExit: way.isExit))
                outlets.append(y + height / 2)
                y += height
            }
            self.rows = rows
            self.outlets = outlets
            width = Self.stepWidth
            height = y + (rows.isEmpty && texts > 0 ? 4 : 0)
            inlet = Self.titleHeight / 2
        } else {
            let count = node.ways.compactMap(\.count).first.map { ": \($0)" } ?? ""
            title = TextWidth.shortened(node.title, to: 180) + count
            lines = []
            counts = []
            rows = []
            width = (TextWidth.of(title) + 2 * Self.padding + (node.kind == .jump ? 14 : 0)).rounded(.up)
            height = Self.smallHeight
            inlet = height / 2
            outlets = node.ways.map { _ in Self.smallHeight / 2 }
        }
    }

    /// The texts of a step, limited to five lines; the question comes last and is never left out.
    private static func texts(_ texts: [String], _ room: Double) -> [String] {
        guard let last = texts.last else { return [] }
        let end = TextWidth.wrapped(last, to: room, lines: 3)
        var said: [String] = []
        for text in texts.dropLast() {
            let left = 5 - end.count - said.count
            guard left > 0 else { break }
            said += TextWidth.wrapped(text, to: room, lines: min(2, left))
        }
        return said + end
    }
}
