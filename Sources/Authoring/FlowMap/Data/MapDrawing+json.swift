public import JSON

extension MapDrawing {
    /// The drawing for a page. Lines count from 1; positions and sizes are pixels.
    public var json: JSONValue {
        var object: JSONObject = ["flow": .string(flow)]
        object.set("file", file.map { .string($0) })
        object["width"] = .pixels(width)
        object["height"] = .pixels(height)
        object["boxes"] = .array(boxes.map(\.json))
        object["routes"] = .array(routes.map(\.json))
        return .object(object)
    }
}

extension MapDrawing.Box {
    fileprivate var json: JSONValue {
        var object: JSONObject = [
            "id": .string(id), "kind": .string(kind.rawValue), "title": .string(title),
            "words": .strings(words), "text": .strings(lines),
        ]
        if !counts.isEmpty { object["counts"] = .strings(counts) }
        object.set("flow", flow.map { .string($0) })
        object.set("step", step.map { .string($0) })
        object.set("lines", source.map { [.int($0.lowerBound), .int($0.upperBound)] })
        for (key, value) in [("x", x), ("y", y), ("width", width), ("height", height), ("inlet", inlet)] {
            object[key] = .pixels(value)
        }
        object["column"] = .int(column)
        object["row"] = .int(row)
        object["ports"] = .array(ports.map(\.json))
        return .object(object)
    }
}

extension MapDrawing.Port {
    fileprivate var json: JSONValue {
        var object: JSONObject = [
            "id": .string(id), "ways": .strings(ways), "labels": .strings(labels), "exit": .bool(isExit),
            "text": .strings(lines), "top": .pixels(top), "height": .pixels(height), "y": .pixels(outlet),
            "to": .string(target),
        ]
        object.set("line", line.map { .int($0) })
        object.set("count", count.map { .string($0) })
        return .object(object)
    }
}

extension MapDrawing.Route {
    fileprivate var json: JSONValue {
        [
            "id": .string(id), "from": .string(from), "to": .string(to), "exit": .bool(isExit),
            "back": .bool(leadsBack), "path": .string(path),
        ]
    }
}

extension JSONValue {
    fileprivate static func strings(_ strings: [String]) -> JSONValue { .array(strings.map { .string($0) }) }

    /// With one decimal at most.
    fileprivate static func pixels(_ value: Double) -> JSONValue {
        let tenths = Int((value * 10).rounded())
        return tenths.isMultiple(of: 10) ? .int(tenths / 10) : .number(JSONNumber(Double(tenths) / 10))
    }
}
