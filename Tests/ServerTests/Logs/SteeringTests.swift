import JSON
import Logging
import Synchronization
import Testing

@testable import Server

/// Texts of others, shown in a terminal.
@Suite struct SteeringTests {
    @Test(arguments: [
        ("\u{1B}[2J", #"\u001b[2J"#), ("\u{7F}\u{85}\u{9B}2J", #"\u007f\u0085\u009b2J"#), ("a\rb", #"a\u000db"#),
        ("\u{61C}\u{200E}\u{200F}", #"\u061c\u200e\u200f"#),
        ("\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}", #"\u202a\u202b\u202c\u202d\u202e"#),
        ("\u{2066}\u{2067}\u{2068}\u{2069}", #"\u2066\u2067\u2068\u2069"#),
        ("pay \u{202E}5 EUR\u{202C} now", #"pay \u202e5 EUR\u202c now"#), ("a\u{2028}b\u{2029}c", #"a\u2028b\u2029c"#),
        ("\u{206A}\u{206F}\u{FEFF}\u{FFF9}\u{FFFB}", #"\u206a\u206f\ufeff\ufff9\ufffb"#),
        ("\u{2061}\u{2064}", #"\u2061\u2064"#), ("\u{E0001}", #"\udb40\udc01"#),
    ])
    func `what turns, hides or moves words is shown by its number`(_ text: String, _ shown: String) throws {
        #expect(text.withoutControls == shown)
        #expect(text.onOneLine == shown)
        #expect(try JSONValue(parsing: Array(#""\#(shown)""#.utf8)).string == text)
    }

    @Test(arguments: [
        "one\ttwo\nthree", "Grüße, Ænes – 100 €", "می\u{200C}خواهم", "क्\u{200D}ष", "👨\u{200D}👩\u{200D}👧 ❤\u{FE0F}",
        "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "שלום", "مرحبا ٣\u{0600}", "ភាសា\u{200B}ខ្មែរ",
        "Dampf\u{AD}schiff", "not\u{2060}broken", "e\u{301}", "𝅘𝅥𝅮", "",
    ])
    func `what a script is written with stays`(_ text: String) { #expect(text.withoutControls == text) }

    @Test func `a line of the log is one line, whatever is in it`() {
        let written = Mutex<[String]>([])
        let logger = Logger(label: "usher") { label in
            LineLogHandler(.text, label: label, now: { Account.now }) { line in written.withLock { $0.append(line) } }
        }
        logger.info("a message", metadata: ["reason": "first\n2026-12-01 info: \u{202E}forged\u{1B}[2K\r\n"])
        #expect(
            written.withLock { $0 } == [
                "2026-12-01T09:00:00.000Z info usher: "
                    + #"reason=first\u000a2026-12-01 info: \u202eforged\u001b[2K\u000d\u000a [ServerTests] a message"#
                    + "\n"
            ])
    }

    @Test func `a line of JSON steers nothing either`() throws {
        let written = Mutex<[String]>([])
        let logger = Logger(label: "usher") { _ in
            LineLogHandler(.json, now: { Account.now }) { line in written.withLock { $0.append(line) } }
        }
        logger.info("refused", metadata: ["reason": "\u{202E}\u{9B}2J"])
        let line = try #require(written.withLock { $0.first })
        #expect(line.contains(#""reason":"\u202e\u009b2J""#))
        #expect(try JSONValue(parsing: Array(line.utf8))["reason"] == "\u{202E}\u{9B}2J")
    }
}
