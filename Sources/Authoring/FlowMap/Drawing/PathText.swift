/// Numbers and paths as SVG writes them.
enum PathText {
    /// With one decimal at most.
    static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths.isMultiple(of: 10)
            ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }

    fileprivate static func point(_ point: MapLayout.Point) -> String { "\(number(point.x)) \(number(point.y))" }
}

extension MapLayout {
    /// The course of an arrow as the `d` of a path.
    func path(of route: Route) -> String {
        let (start, stretches) = course(of: route)
        var path = "M\(PathText.point(start))"
        for stretch in stretches {
            switch stretch {
            case .line(let end): path += "H\(PathText.number(end.x))"
            case .curve(let first, let second, let end):
                path += "C\(PathText.point(first)) \(PathText.point(second)) \(PathText.point(end))"
            }
        }
        return path
    }
}
