import JSON
import Testing

/// Merging one object over another.
@Suite struct OverlayTests {
    static let cases: [(below: String, above: String, result: String)] = [
        ("{}", "{}", "{}"),
        (#"{"a":1}"#, #"{"b":2}"#, #"{"a":1,"b":2}"#),
        (#"{"a":1,"b":2}"#, #"{"a":3}"#, #"{"a":3,"b":2}"#),
        (#"{"a":{"b":1,"c":2}}"#, #"{"a":{"b":3}}"#, #"{"a":{"b":3,"c":2}}"#),
        (#"{"a":{"b":1}}"#, #"{"a":"x"}"#, #"{"a":"x"}"#),
        (#"{"a":"x"}"#, #"{"a":{"b":1}}"#, #"{"a":{"b":1}}"#),
        (#"{"a":[{"b":1},{"b":2}]}"#, #"{"a":[{"c":3}]}"#, #"{"a":[{"b":1,"c":3},{"b":2}]}"#),
        (#"{"a":[{"b":1}]}"#, #"{"a":[{"b":2},{"b":3}]}"#, #"{"a":[{"b":2}]}"#),
        (#"{"a":[1,2]}"#, #"{"a":[5]}"#, #"{"a":[5,2]}"#),
    ]

    @Test(arguments: cases)
    func `keys replace keys, objects and lists are laid over each other place by place`(
        _ below: String, _ above: String, _ result: String
    ) throws {
        let object = try #require(JSONValue(parsing: below).object)
        let over = try #require(JSONValue(parsing: above).object)
        #expect(JSONValue.object(object.overlaid(with: over)).text == result)
    }
}
