/// A graph in the mermaid.js language (mermaid.js.org/syntax/flowchart.html).
enum MermaidText {
    static func text(of graph: MapGraph) -> String {
        var lines = ["---", "title: \(quoted(graph.name))", "---", "flowchart LR"]
        for (index, node) in graph.nodes.enumerated() { lines.append("  n\(index)\(shape(node))") }
        for (index, node) in graph.nodes.enumerated() {
            for way in node.ways { lines.append("  n\(index) \(arrow(way)) n\(way.target)") }
        }
        lines += [
            "  classDef question stroke:#2563eb,stroke-width:2px",
            "  classDef decision stroke:#b45309,stroke-width:2px",
            "  classDef call stroke:#7c3aed,stroke-width:2px",
            "  classDef people stroke:#15803d,stroke-width:2px",
        ]
        for kind in [MapGraph.Node.Kind.question, .decision, .call, .people] {
            let names = graph.nodes.indices.filter { graph.nodes[$0].kind == kind }.map { "n\($0)" }
            if !names.isEmpty { lines.append("  class \(names.joined(separator: ",")) \(kind.rawValue)") }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func shape(_ node: MapGraph.Node) -> String {
        let texts = node.lines.map { TextWidth.shortened($0, to: 420) } + node.counts
        let lines = ["<b>\(escaped(node.title))</b>"] + texts.map(escaped)
        let label = "\"\(lines.joined(separator: "<br/>"))\""
        switch node.kind {
        case .question, .saying, .call, .jump: return "[\(label)]"
        case .decision: return "{{\(label)}}"
        case .people: return "[/\(label)/]"
        case .end: return "((\"\(escaped(node.title))\"))"
        case .back, .resume, .entry: return "([\"\(escaped(node.title))\"])"
        case .elsewhere: return "[[\"\(escaped(node.title))\"]]"
        }
    }

    private static func arrow(_ way: MapGraph.Way) -> String {
        let sign = way.isExit ? "-.->" : "-->"
        let label = way.shortLabel
        return label.isEmpty ? sign : "\(sign)|\"\(escaped(label))\"|"
    }

    /// Characters that could end a text or be read as markup become entities, in mermaid's own notation.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "#", "&", "<", ">", "`", "\\", "{", "}", "[", "]", "|", ";", "*", "_":
                escaped += "#\(scalar.value);"
            default: escaped.unicodeScalars.append(scalar.value < 0x20 ? " " : scalar)
            }
        }
        return escaped
    }

    private static func quoted(_ text: String) -> String {
        "\"\(text.filter { !$0.isNewline && $0 != "\"" && $0 != "\\" })\""
    }
}
