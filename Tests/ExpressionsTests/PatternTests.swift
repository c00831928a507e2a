import Foundation
import Testing

@testable import Expressions

@Suite struct PatternTests {
    @Test(
        arguments: [
            ("", "", true), ("", "a", false), ("abc", "abc", true), ("abc", "ab", false), ("abc", "abcd", false),
            ("abc", "ABC", false), ("a.c", "abc", true), ("a.c", "a\nc", false), ("a.c", "a😀c", true),
            ("a*", "", true), ("a*", "aaaa", true), ("a+", "", false), ("a+", "aa", true), ("a?b", "b", true),
            ("a?b", "aab", false), ("a{2}", "aa", true), ("a{2}", "a", false), ("a{2,}", "aaaaa", true),
            ("a{2,}", "a", false),
            ("a{2,3}", "aaa", true), ("a{2,3}", "aaaa", false), ("a{0}b", "b", true), ("a{0,0}", "a", false),
            ("a|b", "b", true), ("a|b", "ab", false), ("|a", "", true), ("a||b", "", true), ("(ab)+", "abab", true),
            ("(ab)+", "aba", false),
            ("(a|b)*c", "abbac", true), ("(?:ab)c", "abc", true), ("((a)|(b(c)))d", "bcd", true),
            ("a(|b)c", "ac", true), ("[abc]", "b", true), ("[abc]", "d", false), ("[a-z]+", "hello", true),
            ("[a-z]+", "Hello", false),
            ("[^0-9]", "a", true), ("[^0-9]", "5", false), ("[^0-9]", "\n", true), ("[-a]", "-", true),
            ("[a-]", "-", true), ("[]a]", "]", true), ("[^]]", "a", true), ("[.]", "a", false), ("[.*+]", "+", true),
            ("[\\d_]+", "1_2", true),
            ("[^\\d]", "1", false), ("[\\D]", "a", true), ("[\\D5]", "5", true), ("\\d{4}", "1701", true),
            ("\\d", "٣", false), ("\\w+", "a_1", true), ("\\w", "é", false), ("\\s", " ", true), ("\\S+", "a b", false),
            ("\\D", "x", true),
            ("\\W", "-", true), ("\\.", ".", true), ("\\.", "a", false), ("\\\\", "\\", true),
            ("\\[\\]\\(\\)", "[]()", true), ("\\n\\t\\r", "\n\t\r", true), ("^abc$", "abc", true), ("^a|b$", "b", true),
            ("a*?", "aa", true), ("a+?b", "aab", true),
            ("R-\\d{4}", "R-1701", true), ("[A-Z]{2}\\d{2}( ?\\d{4}){4} ?\\d{2}", "DE89 3704 0044 0532 0130 00", true),
            ("[^@ ]+@[^@ ]+\\.[a-z]+", "ana@example.com", true), ("[^@ ]+@[^@ ]+\\.[a-z]+", "ana@example", false),
            ("(\\+49|0)[1-9]\\d{5,}", "+49301234567", true), ("[äöü]+", "üöä", true), ("東.", "東京", true),
            ("(a*)*b", "aaab", true), ("(a*)*b", "aaac", false), ("(a|a)*b", "aab", true), ("(a|aa)+", "aaaaa", true),
            ("(a?){3}a{3}", "aaa", true),
            ("(?i)[A-Z]-\\d{4}", "r-1701", true), ("(?i)[a-z]+", "HeLLo", true), ("(?i)[^a]", "A", false),
            ("(?i)äöß", "ÄÖß", true), ("(?i)r", "s", false), ("a(?i)", "a", nil),
            ("[+--]", ",", true), ("[\\]]", "]", true), ("{a", "{a", nil), ("a{,3}", "a", nil), ("x{1001}", "x", nil),
        ] as [(String, String, Bool?)])
    func `a pattern fits a whole text or does not`(_ source: String, _ text: String, _ fits: Bool?) throws {
        if let fits {
            #expect(try Pattern(source).matches(text) == fits)
        } else {
            #expect(throws: PatternMistake.self) { try Pattern(source) }
        }
    }

    @Test(
        arguments: [
            ("", 0, 9, ""), ("abc", 0, 9, "abc"), ("abc", 0, 2, nil), ("abc", 4, 9, nil),
            ("[A-Z]-\\d{4}", 0, 9, "A-1234"),
            ("a*", 3, 9, "aaa"), ("(ab)+", 3, 9, "abab"), ("(ab)+", 3, 3, nil), ("a|bcd", 2, 9, "bcd"),
            ("\\w{3}", 0, 9, "ABC"), ("[a-c]{4}", 0, 9, "abca"), (".", 0, 9, "A"), ("[^A-Za-z0-9]", 0, 9, "!"),
            ("\\s", 0, 9, "\u{A0}"), ("(?i)r-\\d", 0, 9, "r-1"), ("東.", 0, 9, "東A"), ("(a*)*b", 3, 9, "aab"),
            ("[^\\d\\D]", 0, 9, nil), ("(\\+49|0)[1-9]\\d{5,}", 0, 9, "0234567"),
            ("a{1000}", 0, 2_000, String(repeating: "a", count: 1_000)),
        ] as [(String, Int, Int, String?)])
    func `a pattern has a sample within bounds`(
        _ source: String, _ least: Int, _ most: Int, _ sample: String?
    ) throws {
        let pattern = try Pattern(source)
        #expect(pattern.sample(atLeast: least, atMost: most) == sample)
        if let sample { #expect(pattern.matches(sample)) }
    }

    @Test(arguments: [
        ("(", "this pattern has a `(` without `)`"), (")", "this pattern has a `)` without `(`"),
        ("[", "this pattern has a `[` without `]`"), ("[]", "this pattern has a `[` without `]`"),
        ("a{", "a number should follow the `{` of this pattern"),
        ("a{2", "this pattern has a `{` without `}`"), ("a{3,2}", "this pattern counts from 3 down to 2"),
        ("*a", "nothing stands before the `*` of this pattern"),
        ("a|*", "nothing stands before the `*` of this pattern"), ("\\", "this pattern ends with a `\\`"),
        ("(?=a)", "this pattern looks ahead or back, which cannot be run in linear time"),
        ("(?<!a)", "this pattern looks ahead or back, which cannot be run in linear time"),
        ("(a)\\1", "this pattern refers back with `\\1`, which is not read here"),
        ("\\p{L}", "patterns have no `\\p`"), ("\\b", "patterns have no `\\b`"),
        ("[z-a]", "a range in this pattern goes backwards"), ("a**", "two counts follow each other in this pattern"),
        ("a{2}{3}", "two counts follow each other in this pattern"),
        ("a{1001}", "a count in a pattern is at most 1000"),
    ])
    func `what cannot be run is told`(_ source: String, _ message: String) {
        #expect { try Pattern(source) } throws: { ($0 as? PatternMistake)?.message == message }
    }

    @Test func `patterns agree with Foundation's on random texts`() throws {
        var random = SeededGenerator(seed: 6)
        let pieces = ["a", "b", "c", ".", "[ab]", "[^a]", "\\d", "1", "(ab)", "(a|b)", "(a|)", "(b*)"]
        let counts = ["", "", "", "*", "+", "?", "{2}", "{1,3}", "{0,1}"]
        for _ in 0..<400 {
            let source = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                (pieces.randomElement(using: &random) ?? "") + (counts.randomElement(using: &random) ?? "")
            }.joined(separator: Int.random(in: 0...5, using: &random) == 0 ? "|" : "")
            let pattern = try Pattern(source)
            let reference = try NSRegularExpression(pattern: "^(?:\(source))$")
            for _ in 0..<25 {
                let text = String(
                    (0..<Int.random(in: 0...6, using: &random)).map { _ in "abc1".randomElement(using: &random) ?? "a" }
                )
                let range = NSRange(text.startIndex..., in: text)
                #expect(
                    pattern.matches(text) == (reference.firstMatch(in: text, range: range) != nil),
                    "\(source) on \(text)")
            }
        }
    }

    @Test(arguments: [
        "(a*)*b", "(a+)+b", "(a|a)*b", "(a|aa)+b", "(.*)*x", "(a?){50}a{50}b", "([a-z]+)*\\d", "(x+x+)+y",
        "(((a*)*)*)*b",
    ])
    func `no text makes a pattern slow: steps grow with the text alone`(_ source: String) throws {
        let pattern = try Pattern(source)
        func steps(_ length: Int) -> Int {
            var steps = 0
            _ = pattern.matches(String(repeating: "a", count: length), counting: &steps)
            return steps
        }
        let (short, long) = (steps(200), steps(2_000))
        #expect(long <= 11 * max(short, 1), "\(short) steps for 200 characters, \(long) for 2000")
        #expect(!pattern.matches(String(repeating: "a", count: 10_000)))
    }

    @Test(arguments: [
        "((a{1000}){1000}){1000}", "(((){1000}){1000}){1000}", "((^{1000}){1000}){1000}",
        String(repeating: "a{1000}", count: 100),
    ])
    func `a pattern that repeats too much is refused at once`(_ source: String) {
        #expect(throws: PatternMistake("this pattern repeats too much")) { try Pattern(source) }
    }

    @Test func `a pattern that nests too deep is refused, without using up the stack`() {
        for source in [
            String(repeating: "(", count: 100_000),
            String(repeating: "(", count: 60) + "a" + String(repeating: ")", count: 60),
        ] {
            #expect(throws: PatternMistake.self) { try Pattern(source) }
        }
        #expect(throws: Never.self) {
            try Pattern(String(repeating: "(", count: 40) + "a" + String(repeating: ")", count: 40))
        }
    }
}
