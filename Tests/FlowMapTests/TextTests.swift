import FlowModel
import Foundation
import FoundationXML
import Testing

@testable import FlowMap

/// The written picture: well-formed, escaped, and unchanged.
@Suite struct TextTests {
    @Test(arguments: FlowPicture.Format.allCases) func `a small flow is drawn as it was`(format: FlowPicture.Format)
        throws
    {
        let (bot, flow) = try SmallFlow.bot()
        let text = FlowPicture(of: flow, in: bot, showsExits: true).text(as: format)
        let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "Pictures/shop.\(format.rawValue)")
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try Data(text.utf8).write(to: golden)
        }
        #expect(try String(contentsOf: golden, encoding: .utf8) == text)
    }

    @Test(arguments: [1, 30, 100]) func `an SVG is well-formed whatever the flow says`(steps: Int) {
        let text = FlowPicture(of: 0, in: RandomFlow.bot(seed: 4, steps: steps), showsExits: true).text(as: .svg)
        let elements = Elements()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = elements
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        #expect(elements.count("g", "id") == steps)
        #expect(elements.names.contains("desc"))
    }

    @Test func `signs that XML does not know are left out`() throws {
        var bot = RandomFlow.bot(seed: 1, steps: 1)
        bot.flows[0].steps[0] = Step(
            name: "a", openings: [.say(.text(Phrase(plain: "a\u{0}b\u{8}c\u{FFFF}d")))], thing: .go(.end), failed: nil)
        let text = FlowPicture(of: 0, in: bot).text(as: .svg)
        #expect(text.contains(">abcd</text>"))
        #expect(XMLParser(data: Data(text.utf8)).parse())
    }

    @Test func `a quote ends no text of mermaid or dot`() {
        var bot = RandomFlow.bot(seed: 1, steps: 1)
        bot.flows[0].steps[0] = Step(
            name: "a", openings: [.say(.text(Phrase(plain: "say \"hi\" \\ #1 <b>")))], thing: .go(.end), failed: nil)
        let picture = FlowPicture(of: 0, in: bot)
        #expect(picture.text(as: .mermaid).contains("say #34;hi#34; #92; #35;1 #60;b#62;"))
        #expect(picture.text(as: .dot).contains("say \\\"hi\\\" \\\\ #1 <b>"))
    }

    @Test func `a text is cut between characters, not inside one`() {
        let family = "👩‍👩‍👧"
        let short = TextWidth.shortened(String(repeating: family, count: 40), to: 100)
        #expect(short.last == "…")
        #expect(short.dropLast().allSatisfy { String($0) == family })
        #expect(TextWidth.wrapped("one two three", to: 60, lines: 2) == ["one two", "three"])
        #expect(TextWidth.wrapped("one two three fourteen", to: 60, lines: 2) == ["one two", "three fo…"])
        #expect(TextWidth.wrapped("", to: 60, lines: 2).isEmpty)
    }

    private final class Elements: NSObject, XMLParserDelegate {
        private(set) var names: Set<String> = []
        private var attributes: [String: Int] = [:]

        func count(_ element: String, _ attribute: String) -> Int { attributes["\(element) \(attribute)"] ?? 0 }

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            names.insert(name)
            for key in attributes.keys { self.attributes["\(name) \(key)", default: 0] += 1 }
        }
    }
}
