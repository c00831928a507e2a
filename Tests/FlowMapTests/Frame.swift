@testable import FlowMap

/// The position of a box.
struct Frame {
    let left, top, right, bottom: Double

    func overlaps(_ other: Frame) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }

    func holds(_ other: Frame) -> Bool {
        left <= other.left && top <= other.top && other.right <= right && other.bottom <= bottom
    }

    func holds(_ point: MapLayout.Point) -> Bool {
        left <= point.x && point.x <= right && top <= point.y && point.y <= bottom
    }

    func inset(_ by: Double) -> Frame { Frame(left: left + by, top: top + by, right: right - by, bottom: bottom - by) }
}

extension MapLayout {
    /// The boxes, by node.
    var frames: [Frame] {
        boxes.indices.map { index in
            let cell = cells[index]
            return Frame(left: cell.x, top: cell.y, right: cell.x + cell.width, bottom: cell.y + cell.height)
        }
    }

    /// Returns points of an arrow at short distances.
    func points(of route: Route) -> [Point] {
        let (start, stretches) = course(of: route)
        var points = [start]
        for stretch in stretches {
            let from = points[points.count - 1]
            let (first, second, end) =
                switch stretch {
                case .line(let end): (from, end, end)
                case .curve(let first, let second, let end): (first, second, end)
                }
            for step in 1...16 {
                let part = Double(step) / 16
                points.append(
                    Point(
                        x: bezier(from.x, first.x, second.x, end.x, part),
                        y: bezier(from.y, first.y, second.y, end.y, part)))
            }
        }
        return points
    }

    private func bezier(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ t: Double) -> Double {
        let u = 1 - t
        return t == 1 ? d : u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
    }
}
