/// The layout of a graph: boxes in columns, and the cells that longer edges pass through.
struct MapLayout {
    struct Cell {
        /// The node; `nil` for a cell that an edge passes through.
        let node: Int?
        let column: Int
        let width: Double
        let height: Double
        /// Where edges arrive, relative to the upper edge of the box.
        let inlet: Double
        var x = 0.0
        var y = 0.0
    }

    /// The path of one arrow through the columns.
    struct Route {
        let from: Int
        /// The index among the edges of the node.
        let way: Int
        let to: Int
        /// The cells it passes, in order.
        var bends: [Int] = []
        let leadsBack: Bool
    }

    let graph: MapGraph
    let boxes: [Box]
    private(set) var cells: [Cell] = []
    private(set) var routes: [Route] = []
    private(set) var columns: [[Int]] = []
    /// The left and right edge of each column.
    private(set) var edges: [(left: Double, right: Double)] = []
    private(set) var width = 0.0
    private(set) var height = 0.0

    static let margin = 56.0
    static let header = 64.0
    static let bendHeight = 8.0

    /// - Parameter previous: the order of the boxes and bends of another layout, by their names: where it has hardly
    ///   more crossings, it stays.
    init(_ graph: MapGraph, near previous: [String: Int] = [:]) {
        let ranks = Ranks(graph)
        self.graph = ranks.graph
        boxes = ranks.graph.nodes.map { Box($0) }
        makeCells(ranks)
        order(ranks, near: previous)
        placeColumns()
        placeRows()
    }

    // Cells.

    private mutating func makeCells(_ ranks: Ranks) {
        for (index, box) in boxes.enumerated() {
            cells.append(
                Cell(node: index, column: ranks.columns[index], width: box.width, height: box.height, inlet: box.inlet))
        }
        for (index, node) in graph.nodes.enumerated() {
            for (place, way) in node.ways.enumerated() {
                let (start, end) = (ranks.columns[index], ranks.columns[way.target])
                var route = Route(from: index, way: place, to: way.target, leadsBack: end <= start)
                let passed = end > start ? Array(start + 1..<end) : Array((end...start).reversed())
                for column in passed {
                    route.bends.append(cells.count)
                    cells.append(
                        Cell(node: nil, column: column, width: 0, height: Self.bendHeight, inlet: Self.bendHeight / 2))
                }
                routes.append(route)
            }
        }
    }

    private mutating func order(_ ranks: Ranks, near previous: [String: Int]) {
        var columns = Array(repeating: [Int](), count: (cells.map(\.column).max() ?? -1) + 1)
        var keys = ranks.order
        for route in routes {
            // An edge that leads back begins next to its step and ends next to its destination.
            for bend in route.bends {
                keys.append(ranks.order[route.leadsBack && bend == route.bends.last ? route.to : route.from])
            }
        }
        for cell in cells.indices.sorted(by: { (keys[$0], $0) < (keys[$1], $1) }) {
            columns[cells[cell].column].append(cell)
        }
        var neighbours: [Int: Int] = [:]
        for route in routes where route.leadsBack {
            if let first = route.bends.first, let last = route.bends.last {
                neighbours[last] = route.to
                neighbours[first] = route.from
            }
        }
        let links = routes.flatMap(links)
        var crossings = Crossings(columns, cells: cells.count, links, neighbours: neighbours)
        crossings.reduce()
        self.columns = crossings.columns
        guard !previous.isEmpty else { return }
        let places = cellNames.map { previous[$0] }
        var kept = Crossings(
            self.columns.map { arranged($0, places) }, cells: cells.count, links, neighbours: neighbours)
        kept.reduce(moving: Set(cells.indices.filter { places[$0] == nil }))
        if kept.count <= crossings.count * 3 / 2 + 4 { self.columns = kept.columns }
    }

    /// The cells of a column with those that were in another layout in its order; new ones keep their places.
    private func arranged(_ column: [Int], _ places: [Int?]) -> [Int] {
        let known = column.compactMap { cell in places[cell].map { (place: $0, cell: cell) } }
        var rest = known.sorted { $0 < $1 }[...]
        return column.map { places[$0] == nil ? $0 : rest.removeFirst().cell }
    }

    /// The segments of a route between adjacent columns.
    private func links(of route: Route) -> [Crossings.Link] {
        let outlet = boxes[route.from].outlets[route.way] / max(1, boxes[route.from].height)
        let inlet = boxes[route.to].inlet / max(1, boxes[route.to].height)
        if route.leadsBack {
            return zip(route.bends, route.bends.dropFirst()).map { right, left in
                Crossings.Link(left: left, from: 0.5, right: right, to: 0.5)
            }
        }
        let chain = [route.from] + route.bends + [route.to]
        return zip(chain, chain.dropFirst()).map { left, right in
            Crossings.Link(
                left: left, from: left == route.from ? outlet : 0.5, right: right, to: right == route.to ? inlet : 0.5)
        }
    }

    // Positions.

    private mutating func placeColumns() {
        var x = Self.margin
        for (index, column) in columns.enumerated() {
            let width = column.map { cells[$0].width }.max() ?? 0
            for cell in column { cells[cell].x = x }
            edges.append((x, x + width))
            let ways = routes.count { route in cells[route.from].column == index }
            x += width + min(150, 72 + 2.5 * Double(ways))
        }
        width = (edges.last?.right ?? 0) + Self.margin
    }

    private mutating func placeRows() {
        for column in columns {
            var y = 0.0
            for cell in column {
                cells[cell].y = y
                y += cells[cell].height + gap(below: cell)
            }
        }
        let pulls = self.pulls
        for round in 0..<10 {
            let isForward = round.isMultiple(of: 2)
            for column in isForward ? Array(columns.indices) : columns.indices.reversed() {
                pull(column, by: pulls, uses: { round > 7 || $0.isForward == isForward })
            }
        }
        let top = cells.map(\.y).min() ?? 0
        for index in cells.indices { cells[index].y = (cells[index].y - top + Self.header + 16).rounded() }
        height = (cells.map { $0.y + $0.height }.max() ?? Self.header) + 40
        width = width.rounded(.up)
    }

    private func gap(below cell: Int) -> Double { cells[cell].node == nil ? 10 : boxes[cell].isSmall ? 12 : 22 }

    /// The preference of a link for the positions of the cells at its ends.
    private struct Pull {
        let other: Int
        /// From the upper edge of the other cell to the upper edge of this one when the link is horizontal.
        let offset: Double
        let weight: Double
        /// Whether the other cell is further left.
        let isForward: Bool
    }

    private var pulls: [[Pull]] {
        var pulls = Array(repeating: [Pull](), count: cells.count)
        for route in routes {
            let chain = route.leadsBack ? route.bends : [route.from] + route.bends + [route.to]
            for (first, second) in zip(chain, chain.dropFirst()) {
                let from =
                    first == route.from && !route.leadsBack
                    ? boxes[first].outlets[route.way] : cells[first].inlet
                let offset = from - cells[second].inlet
                let bends = [first, second].count { cells[$0].node == nil }
                let weight = [1.0, 2, 6][bends]
                pulls[second].append(
                    Pull(other: first, offset: offset, weight: weight, isForward: !route.leadsBack))
                pulls[first].append(
                    Pull(other: second, offset: -offset, weight: weight, isForward: route.leadsBack))
            }
        }
        return pulls
    }

    /// Moves the cells of a column to where the links that are used want them, without overlaps.
    private mutating func pull(_ column: Int, by pulls: [[Pull]], uses: (Pull) -> Bool) {
        let wishes = columns[column].map { cell -> Heights.Wish in
            let used = pulls[cell].filter(uses)
            let weight = used.reduce(0) { $0 + $1.weight }
            let sum = used.reduce(0) { $0 + (cells[$1.other].y + $1.offset) * $1.weight }
            return Heights.Wish(
                top: weight > 0 ? sum / weight : cells[cell].y, weight: max(weight, 0.05), height: cells[cell].height,
                gap: gap(below: cell))
        }
        for (cell, top) in zip(columns[column], Heights.tops(of: wishes)) { cells[cell].y = top }
    }
}
