import Foundation
import JSON
import Testing

@Suite struct WritingTests {
    @Test(
        arguments: [
            (.null, "null"), (true, "true"), (-12, "-12"), ("a", "\"a\""), ([], "[]"), ([:], "{}"),
            ([1, "x", nil], "[1,\"x\",null]"),
            (["b": 1, "a": [true]], "{\"b\":1,\"a\":[true]}"),
            ("\"\\/\u{8}\n\t\r\u{1F}\u{7F}", "\"\\\"\\\\/\\u0008\\n\\t\\r\\u001f\u{7F}\""),
            ("é 東 😀 \u{2028}", "\"é 東 😀 \u{2028}\""), ("\0", "\"\\u0000\""),
        ] as [(JSONValue, String)])
    func `a value has one compact form`(_ value: JSONValue, _ text: String) throws {
        #expect(value.text == text)
        #expect(try JSONValue(parsing: value.bytes) == value)
    }

    @Test func `the form for people has a member a line`() {
        let value: JSONValue = ["a": [1, ["b": nil]], "c": [], "d": [:], "e": "x"]
        #expect(
            value.prettyText == """
                {
                  "a": [
                    1,
                    {
                      "b": null
                    }
                  ],
                  "c": [],
                  "d": {},
                  "e": "x"
                }
                """)
    }

    @Test func `decimals are written as they are`() {
        #expect(JSONValue.number(JSONNumber(Decimal(string: "24.90")!)).text == "24.9")
        #expect(JSONValue.number(JSONNumber(Decimal(string: "-0.001")!)).text == "-0.001")
        #expect(JSONValue.number(JSONNumber(Decimal.nan)).text == "0")
    }

    @Test func `what must be escaped is found at each place of a text of each length`() throws {
        for length in 1...20 {
            for place in 0..<length {
                for (character, escaped) in [("\"", "\\\""), ("\\", "\\\\"), ("\n", "\\n"), ("\u{1F}", "\\u001f")] {
                    let (before, behind) = (
                        String(repeating: "é", count: place), String(repeating: "~", count: length - place - 1)
                    )
                    let text = JSONValue.string(before + character + behind).text
                    #expect(text == "\"\(before)\(escaped)\(behind)\"")
                    let twice = JSONValue.string(before + character + character + behind).text
                    #expect(twice == "\"\(before)\(escaped)\(escaped)\(behind)\"")
                }
            }
        }
    }

    @Test func `a text longer than the memory that was there is written whole`() {
        for length in [2_045, 2_046, 2_047, 2_048, 2_049, 10_000] {
            let quotes = String(repeating: "\"", count: length)
            #expect(JSONValue.string(quotes).bytes.count == 2 * length + 2)
            let letters = String(repeating: "x", count: length)
            #expect(JSONValue.array([.string(letters), .string(quotes)]).bytes.count == 3 * length + 7)
        }
    }

    @Test func `random values come back as they were`() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<2_000 {
            let value = JSONValue.random(depth: 4, using: &random)
            #expect(try JSONValue(parsing: value.bytes) == value)
            #expect(try JSONValue(parsing: value.prettyText) == value)
        }
    }

    @Test func `random bytes are read or refused, and what is read comes back`() {
        var random = SeededGenerator(seed: 2)
        let alphabet = Array("{}[]\",:\\u0019eE+-.truefalsn \n\u{E9}".utf8)
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in
                alphabet.randomElement(using: &random) ?? 0
            }
            if let value = try? JSONValue(parsing: bytes) { #expect((try? JSONValue(parsing: value.bytes)) == value) }
        }
    }
}

/// A generator that returns the same numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

extension JSONValue {
    fileprivate static func random(depth: Int, using random: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: 0...(depth > 0 ? 6 : 4), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .int(Int.random(in: .min ... .max, using: &random))
        case 3, 4: return .string(String.random(using: &random))
        case 5:
            return .array(
                (0..<Int.random(in: 0...5, using: &random)).map { _ in .random(depth: depth - 1, using: &random) })
        default:
            return .object(
                JSONObject(
                    (0..<Int.random(in: 0...20, using: &random)).map { _ in
                        (String.random(using: &random), .random(depth: depth - 1, using: &random))
                    }))
        }
    }
}

extension String {
    fileprivate static func random(using random: inout SeededGenerator) -> String {
        let scalars = (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in
            Unicode.Scalar(UInt32.random(in: 0...(Bool.random(using: &random) ? 0x7F : 0x1_FFFF), using: &random))
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
