import JSON
import TestSupport
import Testing

/// Objects with very many members, which any client may send.
@Suite struct LargeObjectTests {
    private static func members(_ count: Int) -> [(String, JSONValue)] { (0..<count).map { ("key \($0)", .int($0)) } }

    @Test func `making, changing and reading all members takes time in proportion to their number`() {
        let made = growth(from: 4_000) { count in
            let members = Self.members(count)
            return { _ = JSONObject(members) }
        }
        #expect(made < 9)
        let changed = growth(from: 4_000) { count in
            let members = Self.members(count)
            let object = JSONObject(members)
            return {
                var object = object
                for (key, _) in members { object[key] = object[key].map { .array([$0]) } }
            }
        }
        #expect(changed < 12)
        let parsed = growth(from: 4_000) { count in
            let bytes = JSONValue.object(JSONObject(Self.members(count))).bytes
            return { _ = try? JSONValue(parsing: bytes) }
        }
        #expect(parsed < 12)
    }

    /// Combining accents of one character are sorted before texts are compared, which takes quadratic time.
    @Test func `a key of nothing but accents takes time in proportion to its length, among few members and many`()
        throws
    {
        for others in [1, 20] {
            let read = growth(from: 2_000) { count in
                let key = String(repeating: "\u{301}\u{316}", count: count)
                var members = Self.members(others)
                members += [(key, 1), (key + "a", 2), (key + "b", 3)]
                let bytes = JSONValue.object(JSONObject(members)).bytes
                return { _ = try? JSONValue(parsing: bytes) }
            }
            #expect(read < 12)
        }
        let long = String(repeating: "e\u{301}", count: 200)
        let object: JSONObject = [long: 1, "e\u{301}": 2]
        #expect(object[long] == 1 && object["\u{E9}"] == 2 && object.count == 2)
    }

    @Test(arguments: [1, 15, 16, 17, 18, 40]) func `an object of any size finds, replaces, adds and takes away`(
        _ count: Int
    ) {
        var object = JSONObject(Self.members(count))
        #expect(object.keys == (0..<count).map { "key \($0)" })
        #expect((0..<count).allSatisfy { object["key \($0)"] == .int($0) } && object["key \(count)"] == nil)
        object["key 0"] = "first"
        object["key \(count - 1)"] = nil
        object["last"] = true
        #expect(object["key 0"] == (count == 1 ? nil : "first") && object["last"] == true && object.count == count)
        #expect(object["key \(count - 1)"] == nil && object.keys.last == "last")
        for key in object.keys { object[key] = nil }
        #expect(object.isEmpty && object == JSONObject())
    }

    @Test func `how an object came to be does not tell it from another`() {
        let one = JSONObject(Self.members(20))
        var other = JSONObject(Self.members(30))
        for number in 20..<30 { other["key \(number)"] = nil }
        #expect(one == other && one.hashValue == other.hashValue)
        other["key 3"] = nil
        #expect(one != other)
    }

    @Test func `a key that stands twice is refused, in a large object as in a small one`() {
        for count in [1, 16, 17, 40] {
            let members = (0..<count).map { "\"k\($0)\":0" } + ["\"k0\":1"]
            #expect(throws: JSONError.self) { try JSONValue(parsing: "{\(members.joined(separator: ","))}") }
        }
    }
}
