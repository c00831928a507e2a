/// Draws a graph after layout as SVG, for light and dark backgrounds.
struct SVGDrawing {
    private let layout: MapLayout
    private var lines: [String] = []

    init(_ layout: MapLayout) { self.layout = layout }

    var text: String {
        var drawing = self
        drawing.draw()
        return drawing.lines.joined(separator: "\n") + "\n"
    }

    private mutating func draw() {
        let size = "\(number(layout.width)) \(number(layout.height))"
        lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size)\" width=\"\(number(layout.width))\" "
                + "height=\"\(number(layout.height))\" role=\"img\" aria-labelledby=\"map-title map-desc\">",
            "<title id=\"map-title\">\(escaped("Map of the flow \(layout.graph.name)"))</title>",
            "<desc id=\"map-desc\">\(escaped(description))</desc>",
            "<style>\(Palette.style)</style>",
            "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" "
                + "markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0.5 8 4 0 7.5z\" class=\"tip\"/></marker></defs>",
            "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>",
        ]
        drawHeader()
        for route in layout.routes { draw(route) }
        for (index, box) in layout.boxes.enumerated() { draw(box, index) }
        lines.append("</svg>")
    }

    /// The description of the picture for screen readers.
    private var description: String {
        let nodes = layout.graph.nodes
        let sentences = nodes.filter(\.isStep).map { node in
            let ways = node.ways.map { way in
                let label = way.labels.isEmpty ? "" : "\(way.labels.joined(separator: ", ")): "
                return label + nodes[way.target].title + (way.count.map { " (\($0))" } ?? "")
            }
            let title = node.title + (node.counts.isEmpty ? "" : " (\(node.counts.joined(separator: "; ")))")
            return ways.isEmpty ? "\(title)." : "\(title) \u{2192} \(ways.joined(separator: "; "))."
        }
        let count = layout.graph.steps
        return ([count == 1 ? "One step." : "\(count) steps."] + sentences).joined(separator: " ")
    }

    private mutating func drawHeader() {
        let room = max(120, layout.width - 2 * 24)
        let name = TextWidth.shortened(layout.graph.name, to: room, size: 18, isBold: true)
        lines.append("<text class=\"name\" x=\"24\" y=\"34\">\(escaped(name))</text>")
        var x = 24.0
        for (kind, word) in [
            ("question", "asks"), ("saying", "says"), ("decision", "decides"), ("call", "calls"), ("people", "people"),
        ]
        where layout.graph.nodes.contains(where: { $0.kind.rawValue == kind }) {
            lines.append(
                "<rect class=\"bar \(kind)\" x=\"\(number(x))\" y=\"47\" width=\"10\" height=\"10\" rx=\"2\"/>")
            lines.append("<text class=\"key\" x=\"\(number(x + 15))\" y=\"56\">\(word)</text>")
            x += 15 + TextWidth.of(word) + 16
        }
    }

    // Arrows.

    private mutating func draw(_ route: MapLayout.Route) {
        let path = layout.path(of: route)
        let way = layout.graph.nodes[route.from].ways[route.way]
        let kind = way.isExit ? " exit" : route.leadsBack ? " back" : ""
        lines.append("<path class=\"way\(kind)\" d=\"\(path)\" marker-end=\"url(#tip)\"/>")
    }

    // Boxes.

    private mutating func draw(_ box: Box, _ index: Int) {
        let cell = layout.cells[index]
        lines.append(
            "<g class=\"\(box.node.kind.rawValue)\" transform=\"translate(\(number(cell.x)) \(number(cell.y)))\""
                + (box.node.isStep ? " id=\"step-\(index)\">" : ">"))
        if box.isSmall { drawSign(box) } else { drawStep(box) }
        lines.append("</g>")
    }

    private mutating func drawStep(_ box: Box) {
        let whole =
            [box.node.title] + box.node.lines + box.node.counts
            + box.node.ways.map { $0.labels.joined(separator: ", ") }
        lines.append("<title>\(escaped(whole.filter { !$0.isEmpty }.joined(separator: "\n")))</title>")
        let size = "width=\"\(number(box.width))\" height=\"\(number(box.height))\""
        lines.append("<rect class=\"box\" \(size) rx=\"7\"/>")
        lines.append(
            "<rect class=\"bar \(box.node.kind.rawValue)\" width=\"5\" height=\"\(number(box.height))\" rx=\"2.5\"/>")
        add(box.title, "title", y: 20)
        for (place, line) in box.lines.enumerated() {
            add(line, "line", y: Box.titleHeight + Double(place) * Box.lineHeight + 12)
        }
        for (place, line) in box.counts.enumerated() {
            add(line, "count", y: Box.titleHeight + Double(box.lines.count + place) * Box.lineHeight + 12)
        }
        for row in box.rows {
            let y = number(row.top)
            lines.append("<path class=\"rule\" d=\"M5 \(y)H\(number(box.width))\"/>")
            for (place, line) in row.lines.enumerated() {
                add(line, row.isExit ? "answer exit" : "answer", y: row.top + Double(place) * Box.lineHeight + 16)
            }
            if let count = row.count {
                let x = number(box.width - Box.padding)
                lines.append(
                    "<text class=\"count\" text-anchor=\"end\" x=\"\(x)\" y=\"\(number(row.top + 16))\">"
                        + "\(escaped(count))</text>")
            }
        }
    }

    private mutating func drawSign(_ box: Box) {
        let isLink = box.node.kind == .jump
        if isLink, let target = box.node.stands { lines.append("<a href=\"#step-\(target)\" tabindex=\"-1\">") }
        let size = "width=\"\(number(box.width))\" height=\"\(number(box.height))\""
        lines.append("<rect class=\"sign\" \(size) rx=\"\(box.node.kind == .elsewhere ? 3 : 12)\"/>")
        add((isLink ? "\u{2192} " : "") + box.title, "word", y: 16)
        if isLink { lines.append("</a>") }
    }

    private mutating func add(_ text: String, _ kind: String, y: Double) {
        lines.append("<text class=\"\(kind)\" x=\"\(number(Box.padding))\" y=\"\(number(y))\">\(escaped(text))</text>")
    }

    // Helpers.

    private func number(_ value: Double) -> String { PathText.number(value) }

    /// Escaped for XML, without characters that XML does not allow.
    private func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\n", "\t": escaped.unicodeScalars.append(scalar)
            default:
                let isAllowed = scalar.value >= 0x20 && scalar.value & 0xFFFE != 0xFFFE
                if isAllowed { escaped.unicodeScalars.append(scalar) }
            }
        }
        return escaped
    }
}
