public import JSON

extension DryRunReport {
    /// The machine-readable report. Fields may be added, never renamed.
    public var json: JSONValue {
        var fates = JSONObject()
        for outcome in Forecast.Outcome.allCases { fates[outcome.rawValue] = .int(count(of: outcome)) }
        var object: JSONObject = [
            "customers": .int(customers), "moves": .int(moves), "unreadable": .int(unreadable),
            "fates": .object(fates), "groups": .array(groups.map(\.json)),
        ]
        if let unreadableExample {
            object["unreadable_example"] = [
                "session": .int(unreadableExample.session), "reason": .string(unreadableExample.reason),
            ]
        }
        return .object(object)
    }
}

extension DryRunGroup {
    var json: JSONValue {
        var object = JSONObject()
        object["outcome"] = .string(key.outcome.rawValue)
        object.add(key.place, key.newPlace)
        object["count"] = .int(count)
        object["ways"] = .array(
            ways.map { way, count in
                var object = way.json
                object["count"] = .int(count)
                return .object(object)
            })
        object["forgets"] = .array(forgets.inOrder.map { ["name": .string($0.key), "count": .int($0.value)] })
        object["lacks"] = .array(lacks.inOrder.map { ["what": .string($0.key), "count": .int($0.value)] })
        object["examples"] = .array(
            examples.map { example in
                var object = JSONObject()
                object.add(example.customer, example.bubble)
                return .object(object)
            })
        return .object(object)
    }
}

extension Forecast {
    /// One customer in machine-readable form.
    public func json(of customer: DryRunReport.Customer) -> JSONValue {
        var object = JSONObject()
        object.add(customer, bubble)
        object["outcome"] = .string(outcome.rawValue)
        object.add(place, newPlace)
        object["ways"] = .array(ways.map { .object($0.json) })
        object["forgets"] = .array(forgets.map { .string($0) })
        object["lacks"] = .array(lacks.map { .string($0) })
        return .object(object)
    }
}

extension Route {
    fileprivate var json: JSONObject {
        [
            "kind": .string(move.kind.rawValue), "words": .string(move.words), "today": today?.json ?? .null,
            "then": then.json, "differs": .bool(isOther),
        ]
    }
}

extension Ending {
    fileprivate var json: JSONValue {
        switch self {
        case .place(let place, let manner):
            var object: JSONObject = ["ending": .string(manner.rawValue)]
            if place.waiting != .nothing {
                object["flow"] = .string(place.flow)
                object["step"] = .string(place.step)
            }
            object["waiting"] = .string(place.waiting.rawValue)
            return .object(object)
        case .ignored(let reason): return ["ending": "ignored", "reason": .string(reason)]
        case .stuck(let reason): return ["ending": "stuck", "reason": .string(reason)]
        }
    }
}

extension JSONObject {
    fileprivate mutating func add(_ place: Place, _ newPlace: Place?) {
        self["flow"] = .string(place.flow)
        self["step"] = .string(place.step)
        self["waiting"] = .string(place.waiting.rawValue)
        self["new_flow"] = newPlace.map { .string($0.flow) } ?? .null
        self["new_step"] = newPlace.map { .string($0.step) } ?? .null
    }

    fileprivate mutating func add(_ customer: DryRunReport.Customer, _ bubble: Bubble) {
        self["session"] = .int(customer.session)
        self["customer"] = .string(customer.id)
        self["channel"] = .string(customer.channel)
        self["text"] = bubble.text.map { .string($0) } ?? .null
        self["offers"] = .array(bubble.offers.map { .string($0) })
    }
}

extension [String: Int] {
    /// Most frequent first.
    var inOrder: [(key: String, value: Int)] { sorted { ($1.value, $0.key) < ($0.value, $1.key) } }
}
