extension MapLayout {
    /// A segment of an arrow: straight, or a curve between two columns.
    enum Stretch {
        case line(to: Point)
        case curve(Point, Point, to: Point)
    }

    struct Point: Equatable {
        var x: Double
        var y: Double
    }

    /// The course of an arrow. Inside columns it is horizontal and stays in its own cells; it rises and falls only
    /// between columns, so it never crosses a box.
    func course(of route: Route) -> (start: Point, stretches: [Stretch]) {
        let (from, to) = (cells[route.from], cells[route.to])
        let start = Point(x: from.x + from.width, y: from.y + boxes[route.from].outlets[route.way])
        let end = Point(x: to.x, y: to.y + to.inlet)
        var pen = Pen(at: start)
        pen.line(toX: edges[from.column].right)
        if route.leadsBack {
            back(route, to: end, &pen)
        } else {
            for bend in route.bends {
                pen.curve(to: Point(x: edges[cells[bend].column].left, y: level(of: bend)))
                pen.line(toX: edges[cells[bend].column].right)
            }
            pen.curve(to: end)
        }
        return (start, pen.stretches)
    }

    private func level(of bend: Int) -> Double { cells[bend].y + cells[bend].inlet }

    private func back(_ route: Route, to end: Point, _ pen: inout Pen) {
        // The turns of different arrows are slightly apart.
        let reach = 30 + Double((route.from + route.way) % 5) * 6
        for (place, bend) in route.bends.enumerated() {
            let edge = edges[cells[bend].column]
            if place == 0 {
                pen.turn(to: Point(x: edge.right, y: level(of: bend)), reach: reach)
            } else {
                pen.curve(to: Point(x: edge.right, y: level(of: bend)))
            }
            pen.line(toX: edge.left)
        }
        pen.turn(to: end, reach: -reach)
    }

    private struct Pen {
        private var place: Point
        private(set) var stretches: [Stretch] = []

        init(at place: Point) { self.place = place }

        mutating func line(toX x: Double) {
            guard x != place.x else { return }
            place.x = x
            stretches.append(.line(to: place))
        }

        /// A curve with horizontal ends and its midpoint halfway up.
        mutating func curve(to end: Point) {
            let middle = (place.x + end.x) / 2
            stretches.append(.curve(Point(x: middle, y: place.y), Point(x: middle, y: end.y), to: end))
            place = end
        }

        /// A turn back to the same side.
        mutating func turn(to end: Point, reach: Double) {
            let x = place.x + reach
            stretches.append(.curve(Point(x: x, y: place.y), Point(x: x, y: end.y), to: end))
            place = end
        }
    }
}
