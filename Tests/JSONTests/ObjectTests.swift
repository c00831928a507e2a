import JSON
import TestSupport
import Testing

@Suite struct ObjectTests {
    @Test func `members keep their order, and a new value its place`() {
        var object: JSONObject = ["b": 1, "a": 2]
        object["c"] = 3
        object["b"] = 4
        #expect(object.keys == ["b", "a", "c"] && object["b"] == 4)
        object["a"] = nil
        #expect(object.keys == ["b", "c"] && object.count == 2 && object["a"] == nil)
    }

    @Test func `a member that comes again replaces the one before`() {
        #expect(JSONObject([("a", 1), ("b", 2), ("a", 3)]) == ["a": 3, "b": 2])
    }

    @Test(arguments: [
        ("caf\u{E9}", "cafe\u{301}"), ("K", "\u{212A}"), ("a;b", "a\u{37E}b"), ("`", "\u{1FEF}"),
        ("\u{C5}", "\u{212B}"),
    ])
    func `canonically equivalent spellings are one key, whichever was first`(one: String, other: String) {
        for (first, second) in [(one, other), (other, one)] {
            var object: JSONObject = ["x": 0]
            object[first] = 1
            object[second] = 2
            #expect(object.count == 2 && object[one] == 2 && object[other] == 2)
            #expect(throws: JSONError.self) { try JSONValue(parsing: #"{"\#(first)": 1, "\#(second)": 2}"#) }
        }
    }

    @Test func `of keys of one length each is found`() {
        let object: JSONObject = ["one": 1, "two": 2, "six": 6, "\u{E9}x": 7]
        #expect(object["one"] == 1 && object["two"] == 2 && object["six"] == 6 && object["ten"] == nil)
        #expect(object["e\u{301}x"] == 7 && object["\u{E9}y"] == nil && object["abc"] == nil)
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `an object does what a list of members does that is compared letter by letter`(seed: UInt64) {
        let keys =
            ["a", "b", "ab", "K", "\u{212A}", ";", "\u{37E}", "`", "\u{1FEF}", "caf\u{E9}", "cafe\u{301}", ""]
            + (0..<(seed % 3 == 0 ? 24 : 0)).map { "key\($0)" }
        var random = SeededRandom(seed: seed)
        var (object, list) = (JSONObject(), [(key: String, value: Int)]())
        for round in 0..<60 {
            let key = random.pick(keys)
            let place = list.firstIndex { $0.key == key }
            #expect(object[key]?.int == place.map { list[$0].value }, "\(list)")
            if random.happens(onceIn: 3) {
                object[key] = nil
                if let place { list.remove(at: place) }
            } else {
                object[key] = .int(round)
                if let place { list[place].value = round } else { list.append((key, round)) }
            }
            #expect(object.keys == list.map(\.key))
        }
        #expect((try? JSONValue(parsing: JSONValue.object(object).text)) == .object(object))
    }

    @Test func `what is absent takes no room`() {
        var object = JSONObject()
        object.set("a", nil)
        object.set("b", 1)
        #expect(JSONValue.object(object).text == "{\"b\":1}")
    }

    @Test func `reaching into something else finds nothing`() {
        let value: JSONValue = ["a": [1, ["b": "x"]]]
        #expect(value["a"]?[1]?["b"]?.string == "x")
        #expect(value["a"]?[2] == nil && value["a"]?[-1] == nil && value["x"] == nil && value[0] == nil)
        #expect(value["a"]?["b"] == nil && value.string == nil && value.array == nil && value.bool == nil)
    }

    @Test func `a missing or wrong member is named`() {
        let value: JSONValue = ["a": 1, "b": nil, "c": "x"]
        #expect(throws: JSONError("`d` is missing")) { try value.string("d") }
        #expect(throws: JSONError("`a` is not a string")) { try value.string("a") }
        #expect(throws: JSONError("`c` is not a whole number")) { try value.int("c") }
        #expect(throws: JSONError("`a` is not a list")) { try value.array("a") }
        #expect(throws: JSONError("`a` is not a list")) { try value.list("a", of: Point.self) }
    }

    private struct Point: JSONRepresentable, Equatable {
        let x: Int
        var json: JSONValue { ["x": .int(x)] }
        init(x: Int) { self.x = x }
        init(json: JSONValue) throws(JSONError) { x = try json.int("x") }
    }

    @Test func `values of ours come back from their members`() throws {
        var object: JSONObject = ["one": Point(x: 1).json, "none": nil]
        object.set("many", [Point(x: 2), Point(x: 3)])
        object.set("empty", [Point]())
        let value = JSONValue.object(object)
        #expect(try value.optional("one", as: Point.self) == Point(x: 1))
        #expect(try value.optional("none", as: Point.self) == nil)
        #expect(try value.optional("absent", as: Point.self) == nil)
        #expect(try value.list("many", of: Point.self) == [Point(x: 2), Point(x: 3)])
        #expect(try value.list("empty", of: Point.self) == [])
        #expect(throws: JSONError.self) {
            try value.list("many", of: Point.self).map { _ in try JSONValue.null.int("x") }
        }
    }
}
