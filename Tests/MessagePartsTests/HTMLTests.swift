import Foundation
import MessageParts
import Testing

@Suite struct HTMLTests {
    @Test func `what means something in HTML is escaped, in texts and in attributes`() {
        let html = HTML.element("p", ["title": #"a"b'<>&"#, "hidden": nil], HTML("<script>&\"'\0"))
        #expect(
            html.text
                == "<p title=\"a&quot;b&#39;&lt;&gt;&amp;\">&lt;script&gt;&amp;&quot;&#39;\u{FFFD}</p>")
    }

    @Test(arguments: [
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)",
        "data:text/html,x",
        "vbscript:x", "//evil.example", "file:///etc/passwd", "",
    ])
    func `addresses that run something are not linked`(_ address: String) {
        #expect(HTML.link(address, HTML("open")).text == "open")
        #expect(!HTML.image(address, alt: "a").text.contains("<img"))
    }

    @Test(arguments: ["https://a.example/?q=\"><script>", "http://a.example", "mailto:a@b.example", "tel:+4930"])
    func `addresses that open something are linked, with nothing left open`(_ address: String) {
        let html = HTML.link(address, HTML("open")).text
        #expect(html.hasPrefix("<a href=\""))
        #expect(!html.contains("<script>"))
    }

    /// A script in every text of a message: every type escapes it.
    @Test(arguments: StoredMessages.names) func `scripts in every text stay text`(_ name: String) throws {
        let script = "<img src=x onerror=alert(1)>\"'>"
        let parts = try StoredMessages.parts(name).map { part in
            var part = part
            guard let body = part.body, part.encoding == nil else { return part }
            let words = ["\"title\":", "\"text\":", "\"name\":", "\"label\":", "\"url\":", "\"description\":"]
            let quoted = String(decoding: try JSONEncoder().encode(script), as: UTF8.self)
            part.body = try words.reduce(body) { body, word in
                body.replacing(try Regex(word + #" "(?:[^"\\]|\\.)*""#), with: "\(word) \(quoted)")
            }
            return part
        }
        let message = try TypeRegistry.standard.message(of: parts).message
        for size in [MessageSize.large, .small] {
            let html = MessagePresenter().html(of: message, size).text
            #expect(!html.contains("<img src=x"))
            #expect(!html.contains("onerror=alert(1)>\"'>"))
            expectBalanced(html)
        }
    }

    @Test(arguments: StoredMessages.names) func `every element that is begun is ended`(_ name: String) throws {
        let message = try StoredMessages.message(name)
        expectBalanced(MessagePresenter().html(of: message).text)
    }

    private func expectBalanced(_ html: String) {
        var open: [Substring] = []
        for tag in html.matches(of: /<(\/?)([a-z0-9]+)[^>]*>/).map(\.output)
        where !["img", "input", "br"].contains(tag.2) {
            if tag.1.isEmpty { open.append(tag.2) } else { #expect(open.popLast() == tag.2) }
        }
        #expect(open.isEmpty)
    }
}
