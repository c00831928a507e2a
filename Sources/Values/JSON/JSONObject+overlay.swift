extension JSONObject {
    /// This object with another one merged into it: its keys replace keys of this object or are added. Objects are
    /// merged recursively, and lists element by element; elements of `over` beyond the end of the list below are
    /// ignored.
    public func overlaid(with over: JSONObject) -> JSONObject {
        var result = self
        for (key, value) in over { result[key] = result[key].map { $0.overlaid(with: value) } ?? value }
        return result
    }
}

extension JSONValue {
    fileprivate func overlaid(with over: JSONValue) -> JSONValue {
        switch (self, over) {
        case (.object(let below), .object(let above)): .object(below.overlaid(with: above))
        case (.array(let below), .array(let above)):
            .array(below.indices.map { above.indices.contains($0) ? below[$0].overlaid(with: above[$0]) : below[$0] })
        default: over
        }
    }
}
