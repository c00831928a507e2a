import Foundation
import JSON
import Testing

/// Valid and invalid JSON (RFC 8259).
@Suite struct ReadingTests {
    @Test(
        arguments: [
            ("null", .null), ("true", true), ("false", false), ("0", 0), ("-0", .literal("-0")), ("12", 12),
            ("-5", -5), ("\"\"", ""), ("\"a\"", "a"), ("[]", []), ("{}", [:]), ("[1,2]", [1, 2]), ("[[[]]]", [[[]]]),
            ("{\"a\":1}", ["a": 1]), ("{\"a\":{\"b\":[null]}}", ["a": ["b": [nil]]]), (" \t\r\n[ 1 , 2 ] \n", [1, 2]),
            ("{ \"a\" : 1 , \"b\" : 2 }", ["a": 1, "b": 2]), ("{\"\":0}", ["": 0]), ("\"\u{7F}\"", "\u{7F}"),
        ] as [(String, JSONValue)])
    func `a text is read as the value it writes`(_ text: String, _ value: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == value)
    }

    @Test(arguments: [
        "1.5", "-1.5", "1e3", "1E+3", "1e-3", "0.1", "0e0", "123456789012345678901234567890", "1.000", "-0.0",
    ])
    func `a number keeps its literal`(_ literal: String) throws {
        #expect(try JSONValue(parsing: literal).number?.literal == literal)
        #expect(try JSONValue(parsing: literal).text == literal)
    }

    @Test(arguments: [
        ("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\u{8}\u{C}\n\r\t"), ("\"\\u0041\"", "A"), ("\"\\u00e9\"", "é"),
        ("\"\\u20AC\"", "€"),
        ("\"\\uD83D\\uDE00\"", "😀"), ("\"\\ud83d\\ude00x\"", "😀x"), ("\"\\u0000\"", "\0"),
        ("\"Grüße 東京 😀\"", "Grüße 東京 😀"),
        ("\"a\\nb\\nc\"", "a\nb\nc"), ("\"\\uFFFF\"", "\u{FFFF}"), ("\"\u{2028}\"", "\u{2028}"),
        ("\"\\uDBFF\\uDFFF\"", "\u{10FFFF}"),
        ("\"\\uD800\\uDC00\"", "\u{10000}"),
    ])
    func `escapes stand for their characters`(_ text: String, _ value: String) throws {
        #expect(try JSONValue(parsing: text).string == value)
    }

    @Test(arguments: [
        ("", 0), (" ", 1), ("nul", 0), ("nulll", 4), ("True", 0), ("NaN", 0), ("Infinity", 0), ("-", 0), ("+1", 0),
        (".5", 0), ("1.", 2),
        ("01", 0), ("-01", 0), ("1e", 2), ("1e+", 3), ("0x10", 1), ("1 2", 2), ("[", 1), ("[1", 2), ("[1,", 3),
        ("[1,]", 3), ("[,1]", 1),
        ("[1 2]", 3), ("{", 1), ("{\"a\"", 4), ("{\"a\":", 5), ("{\"a\":1", 6), ("{\"a\":1,", 7), ("{\"a\":1,}", 7),
        ("{a:1}", 1), ("{1:1}", 1),
        ("{\"a\" 1}", 5), ("{'a':1}", 1), ("'a'", 0), ("\"a", 0), ("\"", 0), ("\"\\\"", 0), ("\"\\x\"", 2),
        ("\"\\u12\"", 5), ("\"\\u12G4\"", 5),
        ("\"\\uD800\"", 3), ("\"\\uDC00\"", 3), ("\"\\uD800\\u0041\"", 3), ("\"\\uD800x\"", 3), ("\"a\nb\"", 2),
        ("\"a\tb\"", 2), ("\"\u{1F}\"", 1),
        ("[1]]", 3), ("// x\n1", 0), ("{\"a\":1,\"a\":2}", 7), ("{\"a\":{},\"b\":1,\"a\":2}", 14), ("\u{FEFF}1", 0),
        ("\u{A0}1", 0), ("1\u{0}", 1),
    ])
    func `what is no JSON is refused at the byte where it stops being it`(_ text: String, _ offset: Int) {
        #expect { try JSONValue(parsing: text) } throws: { ($0 as? JSONError)?.offset == offset }
    }

    @Test(arguments: [("[0,[],{\"a\":null}]", 5), ("7", 1), ("[]", 1), ("[[[0]]]", 4)])
    func `values are counted, and reading stops at the first one beyond`(_ text: String, _ count: Int) throws {
        _ = try JSONValue(parsing: Array(text.utf8), values: count)
        #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8), values: count - 1) }
        // However long the text is, no more of it is read.
        let long = Array("[\(String(repeating: "0,", count: 1_000_000))0]".utf8)
        #expect { try JSONValue(parsing: long, values: 1 + count) } throws: {
            ($0 as? JSONError)?.offset == 1 + 2 * count
        }
    }

    @Test func `a key that is written in two ways stands twice`() {
        #expect(throws: JSONError.self) { try JSONValue(parsing: "{\"a\":1,\"\\u0061\":2}") }
    }

    @Test func `a key that stands twice is found among many`() {
        let members = (0..<100).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        #expect(throws: Never.self) { try JSONValue(parsing: "{\(members)}") }
        #expect(throws: JSONError.self) { try JSONValue(parsing: "{\(members),\"k3\":0}") }
        #expect(throws: JSONError.self) { try JSONValue(parsing: "{\(members),\"k99\":0}") }
    }

    @Test(
        arguments: [
            [0xFF], [0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC0, 0x80],
            [0xF0, 0x80, 0x80, 0xAF],
        ] as [[UInt8]])
    func `what is not UTF-8 is refused`(_ bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        #expect(throws: JSONError.self) { try JSONValue(parsing: [quote] + bytes + [quote]) }
        #expect(throws: JSONError.self) {
            try JSONValue(parsing: [quote, UInt8(ascii: "\\"), UInt8(ascii: "n")] + bytes + [quote])
        }
        #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
    }

    @Test(arguments: [1, 2, 64])
    func `arrays and objects lie only so deep in each other`(_ depth: Int) throws {
        let arrays = { (count: Int) in String(repeating: "[", count: count) + String(repeating: "]", count: count) }
        #expect(throws: Never.self) { try JSONValue(parsing: Array(arrays(depth).utf8), depth: depth) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: Array(arrays(depth + 1).utf8), depth: depth) }
        let beside =
            "[" + Array(repeating: arrays(depth - 1), count: 3).filter { !$0.isEmpty }.joined(separator: ",") + "]"
        #expect(throws: Never.self) { try JSONValue(parsing: Array(beside.utf8), depth: depth) }
    }

    @Test func `a very deep text is refused without using up the stack`() {
        for sign in ["[", "{\"a\":"] {
            #expect(throws: JSONError.self) { try JSONValue(parsing: String(repeating: sign, count: 1_000_000)) }
        }
    }

    @Test func `a number is read as what it can be`() throws {
        func number(_ literal: String) throws -> JSONNumber { try #require(try JSONValue(parsing: literal).number) }
        #expect(try number("9223372036854775807").int == .max)
        #expect(try number("9223372036854775808").int == nil)
        #expect(try number("1.0").int == nil)
        #expect(try number("1e3").int == nil)
        #expect(try number("24.90").decimal?.description == "24.9")
        #expect(try number("0.1").decimal?.description == "0.1")
        #expect(try number("1e400").decimal == nil)
        #expect(try number("2.5e2").double == 250)
    }

    @Test(
        arguments: [
            ("12345678901234567890123456789012345678", true), ("340282366920938463463374607431768211455", true),
            ("340282366920938463463374607431768211456", false), ("-1234567890123456789012345678901234567891", false),
            ("9999999999999999999999999999999999999999", false), ("0.1234567890123456789012345678901234567891", false),
            ("1234567890123456789012345678901234567891e-20", false),
            ("100000000000000000000000000000000000000000000", true),
            ("0.00000000000000000000000000000000000000000012", true),
            ("1.000000000000000000000000000000000000000", true),
            ("000", nil), ("0.0000000000000000000000000000000000000000000", true), ("1e300", false), ("1e-300", false),
        ] as [(String, Bool?)])
    func `a decimal has every digit of its number, or there is none`(_ literal: String, _ isHeld: Bool?) throws {
        guard let isHeld else {
            #expect(throws: JSONError.self) { try JSONValue(parsing: literal) }
            return
        }
        let number = try #require(try JSONValue(parsing: literal).number)
        #expect((number.decimal != nil) == isHeld)
        if !literal.contains("."), let decimal = number.decimal { #expect(decimal.description == literal) }
    }

    @Test func `bytes that do not lie in one piece are read too`() throws {
        let text = Array("{\"a\":[1,2,3]}".utf8)
        #expect(try JSONValue(parsing: text.lazy.map { $0 }) == ["a": [1, 2, 3]])
        #expect(try JSONValue(parsing: text[0...]) == ["a": [1, 2, 3]])
        #expect(try JSONValue(parsing: ([0x20] + text).dropFirst()) == ["a": [1, 2, 3]])
    }
}

extension JSONValue {
    /// A number by its literal.
    fileprivate static func literal(_ text: String) -> JSONValue {
        guard let value = try? JSONValue(parsing: text), value.number != nil else { preconditionFailure("\(text)") }
        return value
    }
}
