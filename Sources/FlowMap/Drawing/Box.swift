/// How a node looks: its size, its lines, and where its ways leave.
struct Box {
    struct Row {
        let lines: [String]
        /// The upper edge of the row.
        let top: Double
        let isExit: Bool
    }

    let node: MapGraph.Node
    let title: String
    let lines: [String]
    /// One for each way that has a label.
    let rows: [Row]
    let width: Double
    let height: Double
    /// Where ways arrive, from the upper edge.
    let inlet: Double
    /// Where each way leaves, from the upper edge.
    let outlets: [Double]

    static let padding = 14.0
    static let stepWidth = 248.0
    static let titleHeight = 30.0
    static let lineHeight = 16.0
    static let smallHeight = 24.0

    /// Whether it is a sign of one line.
    var isSmall: Bool { !node.isStep }

    init(_ node: MapGraph.Node) {
        self.node = node
        if node.isStep {
            let room = Self.stepWidth - 2 * Self.padding
            title = TextWidth.shortened(node.title, to: room, size: 13, isBold: true)
            lines = Self.texts(node.lines, room)
            var y = Self.titleHeight + (lines.isEmpty ? 0 : Double(lines.count) * Self.lineHeight + 6)
            var rows: [Row] = []
            var outlets: [Double] = []
            for way in node.ways {
                guard !way.labels.isEmpty else {
                    outlets.append(Self.titleHeight / 2)
                    continue
                }
                let label = TextWidth.wrapped(way.labels.joined(separator: " · "), to: room, lines: 2)
                let height = Double(label.count) * Self.lineHeight + 8
                rows.append(Row(lines: label, top: y, isExit: way.isExit))
                outlets.append(y + height / 2)
                y += height
            }
            self.rows = rows
            self.outlets = outlets
            width = Self.stepWidth
            height = y + (rows.isEmpty && !lines.isEmpty ? 4 : 0)
            inlet = Self.titleHeight / 2
        } else {
            title = TextWidth.shortened(node.title, to: 180)
            lines = []
            rows = []
            width = (TextWidth.of(title) + 2 * Self.padding + (node.kind == .jump ? 14 : 0)).rounded(.up)
            height = Self.smallHeight
            inlet = height / 2
            outlets = node.ways.map { _ in Self.smallHeight / 2 }
        }
    }

    /// What a step says and asks, at most five lines of it; what it asks comes last and is never left out.
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
