/// The picture of a flow as data: boxes, their ports, and the routes between them, with their places in the files.
///
/// A page draws it, and finds its way between text, picture and conversation by names: the box of a step is called like
/// the step, and a port like the step and what takes it.
public struct MapDrawing: Sendable, Hashable {
    /// A box: a step, or a small sign.
    public struct Box: Sendable, Hashable {
        /// The name of the step; for a sign, a name that is the same as long as what it stands beside is.
        public var id: String
        /// What it stands for.
        public var kind: Kind
        /// The name of the step, or the text of the sign.
        public var title: String
        /// All that the step says and asks.
        public var words: [String]
        /// The same in lines that fit the box.
        public var lines: [String]
        /// The sentences about the number of customers, in lines that fit the box.
        public var counts: [String]
        /// The step that it stands for; for signs that lead to a step, that one.
        public var flow: String?
        /// The step in that flow; `nil` when `flow` is.
        public var step: String?
        /// Its lines in the file, from 1, both included.
        public var source: ClosedRange<Int>?
        /// The left edge, in pixels of the drawing.
        public var x: Double
        /// The upper edge, in pixels of the drawing.
        public var y: Double
        /// The width, in pixels.
        public var width: Double
        /// The height, in pixels.
        public var height: Double
        /// Where routes arrive, from the upper edge.
        public var inlet: Double
        /// The column, from 0 at the left.
        public var column: Int
        /// From the top of the column.
        public var row: Int
        /// The ways out, from the top.
        public var ports: [Port]
    }

    /// What a box stands for.
    public enum Kind: String, Sendable, CaseIterable {
        /// A step that asks, one that only says something, and one that only decides.
        case question, saying, decision
        /// A step that calls an action or runs another flow.
        case call
        /// A step that hands the conversation to people.
        case people
        /// Signs for the end of the conversation, for `back` and for `resume`.
        case end, back, resume
        /// A sign for a step of another flow.
        case elsewhere
        /// A sign for a way in: the start, words that are understood anywhere, shared exits.
        case entry
        /// A sign for a step that is drawn elsewhere in the map.
        case jump
    }

    /// A way out of a box.
    public struct Port: Sendable, Hashable {
        /// The name of the box, and what takes the way first: `visit>answer 1`. It is the same whether or not shared
        /// exits are drawn.
        public var id: String
        /// What takes it: ids of branches, `then`, `reminder`.
        public var ways: [String]
        /// The answers or conditions for which it is taken; empty for a plain `then`.
        public var labels: [String]
        /// Whether it is taken for an event other than an answer, such as silence.
        public var isExit: Bool
        /// The labels in lines that fit the box; empty where the port has no row of its own.
        public var lines: [String]
        /// The upper edge and the height of its row, from the upper edge of the box.
        public var top: Double
        /// The height of its row, in pixels; 0 where it has no row.
        public var height: Double
        /// Where its route leaves, from the upper edge of the box.
        public var outlet: Double
        /// Its line in the file, from 1.
        public var line: Int?
        /// The box to which it leads; where the route ends at a sign for that box, the box that the sign stands for.
        public var target: String
        /// How many times it was taken.
        public var count: String?
    }

    /// An arrow.
    public struct Route: Sendable, Hashable {
        /// The id of the port at which it begins.
        public var id: String
        /// The id of the box at which it begins.
        public var from: String
        /// The id of the box at which it ends.
        public var to: String
        /// Whether it is taken for an event other than an answer.
        public var isExit: Bool
        /// Whether it leads to the same column or to one further left.
        public var leadsBack: Bool
        /// The `d` of an SVG path.
        public var path: String
    }

    /// The name of the flow.
    public var flow: String
    /// The path of the flow's file.
    public var file: String?
    /// The width of the drawing, in pixels.
    public var width: Double
    /// The height of the drawing, in pixels.
    public var height: Double
    /// The steps first, in the order written.
    public var boxes: [Box]
    /// The arrows, in the order of their boxes and ports.
    public var routes: [Route]
    /// The order of boxes and bends in their columns, by name, for the drawing of the next text.
    let order: [String: Int]
}

extension MapDrawing {
    init(_ layout: MapLayout, _ places: MapPlaces) {
        let names = layout.cellNames
        var rows: [Int: Int] = [:]
        for column in layout.columns {
            for (row, cell) in column.filter({ layout.cells[$0].node != nil }).enumerated() { rows[cell] = row }
        }
        flow = layout.graph.name
        file = places.files[flow]
        width = layout.width
        height = layout.height
        boxes = layout.boxes.indices.map { Box(layout, $0, row: rows[$0] ?? 0, names, places) }
        routes = layout.routes.map { route in
            Route(
                id: layout.graph.nodes[route.from].port(of: route.way, named: names[route.from]),
                from: names[route.from], to: names[route.to],
                isExit: layout.graph.nodes[route.from].ways[route.way].isExit, leadsBack: route.leadsBack,
                path: layout.path(of: route))
        }
        var order: [String: Int] = [:]
        for column in layout.columns { for (place, cell) in column.enumerated() { order[names[cell]] = place } }
        self.order = order
    }
}

extension MapDrawing.Box {
    fileprivate init(_ layout: MapLayout, _ index: Int, row: Int, _ names: [String], _ places: MapPlaces) {
        let node = layout.graph.nodes[index]
        let (box, cell, flow) = (layout.boxes[index], layout.cells[index], layout.graph.name)
        id = names[index]
        kind = MapDrawing.Kind(node.kind)
        title = node.title
        words = node.lines
        lines = box.lines
        counts = box.counts
        let named = node.step(of: flow)
        (self.flow, step) = (named?.flow, named?.step)
        source = named.flatMap { places[$0.flow, $0.step] }
        (x, y, width, height) = (cell.x, cell.y, cell.width, cell.height)
        (inlet, column, self.row) = (cell.inlet, cell.column, row)
        var rows = box.rows[...]
        ports = node.ways.enumerated().map { place, way in
            let hasRow = node.isStep && (!way.labels.isEmpty || way.count != nil)
            let row = hasRow ? rows.popFirst() : nil
            let line = node.isStep ? way.ids.lazy.compactMap { places[flow, node.title, $0] }.first : nil
            return MapDrawing.Port(
                id: node.port(of: place, named: names[index]), ways: way.ids, labels: way.labels, isExit: way.isExit,
                lines: row?.lines ?? [], top: row?.top ?? 0, height: row?.height ?? 0, outlet: box.outlets[place],
                line: line, target: names[layout.graph.nodes[way.target].stands ?? way.target], count: way.count)
        }
    }
}

extension MapGraph.Node {
    /// The step that the node stands for, or leads to; `nil` for other signs.
    fileprivate func step(of flow: String) -> (flow: String, step: String)? {
        switch kind {
        case .question, .saying, .decision, .call, .people, .jump: return (flow, title)
        case .elsewhere:
            let parts = title.split(separator: "/", maxSplits: 1).map(String.init)
            return parts.count == 2 ? (parts[0], parts[1]) : nil
        case .end, .back, .resume, .entry: return nil
        }
    }
}

extension Box.Row {
    fileprivate var height: Double { Double(lines.count) * Box.lineHeight + 8 }
}

extension MapDrawing.Kind {
    fileprivate init(_ kind: MapGraph.Node.Kind) {
        switch kind {
        case .question: self = .question
        case .saying: self = .saying
        case .decision: self = .decision
        case .call: self = .call
        case .people: self = .people
        case .end: self = .end
        case .back: self = .back
        case .resume: self = .resume
        case .elsewhere: self = .elsewhere
        case .entry: self = .entry
        case .jump: self = .jump
        }
    }
}
