/// A graph in the Graphviz language (graphviz.org/doc/info/lang.html).
enum DotText {
    static func text(of graph: MapGraph) -> String {
        var lines = [
            "digraph \(quoted(graph.name)) {",
            "  graph [rankdir=LR, label=\(quoted(graph.name)), labelloc=t, fontname=\"Helvetica\"];",
            "  node [shape=box, style=rounded, fontname=\"Helvetica\", fontsize=11];",
            "  edge [fontname=\"Helvetica\", fontsize=10];",
        ]
        for (index, node) in graph.nodes.enumerated() {
            let texts = [node.title] + node.lines.flatMap { TextWidth.wrapped($0, to: 230, lines: 3) } + node.counts
            lines.append("  n\(index) [label=\(quoted(texts.joined(separator: "\n")))\(shape(node.kind))];")
        }
        for (index, node) in graph.nodes.enumerated() {
            for way in node.ways { lines.append("  n\(index) -> n\(way.target)\(style(way));") }
        }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    private static func shape(_ kind: MapGraph.Node.Kind) -> String {
        switch kind {
        case .question: ", color=\"#2563eb\", penwidth=2"
        case .saying, .jump: ""
        case .call: ", color=\"#7c3aed\", penwidth=2"
        case .decision: ", shape=hexagon, style=solid, color=\"#b45309\", penwidth=2"
        case .people: ", shape=house, style=solid, color=\"#15803d\", penwidth=2"
        case .end: ", shape=circle, style=solid"
        case .back, .resume: ", shape=ellipse, style=solid"
        case .elsewhere: ", shape=box, style=solid, peripheries=2"
        case .entry: ", shape=cds, style=solid"
        }
    }

    private static func style(_ way: MapGraph.Way) -> String {
        let label = way.shortLabel
        let parts = [
            label.isEmpty ? nil : "label=\(quoted(label))", way.isExit ? "style=dashed" : nil,
        ].compactMap { $0 }
        return parts.isEmpty ? "" : " [\(parts.joined(separator: ", "))]"
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for character in text {
            switch character {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n", "\r\n", "\r": quoted += "\\n"
            default: quoted.append(character)
            }
        }
        return quoted + "\""
    }
}
