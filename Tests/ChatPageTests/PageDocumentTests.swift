import ChatPage
import Testing

@Suite struct PageDocumentTests {
    private func document(_ change: (inout PageDocument) -> Void = { _ in }) -> PageDocument {
        var document = PageDocument(
            language: "en", business: "Pedal Bikes", origins: ["https://shop.example"], pictureOrigins: [],
            largestFile: 25_000_000, isWidget: false)
        change(&document)
        return document
    }

    @Test func `what is filled in stays text, and is not looked at again`() {
        let html = document { $0.business = #"<script>"'&{{api}}"# }.html
        #expect(html.contains("<title>&lt;script&gt;&quot;&#39;&amp;{{api}}</title>"))
        #expect(!html.contains("<script>"))
    }

    @Test func `a mark with an accent on it is still a mark`() {
        let html = document { $0.business = "x\"\u{301} onfocus=alert(1) <\u{338}b &\u{301}" }.html
        #expect(html.contains("x&quot;\u{301} onfocus=alert(1) &lt;\u{338}b &amp;\u{301}"))
    }

    @Test func `it knows its server`() {
        let html = document().html
        #expect(html.contains(#"data-api="/chat/api""#))
        #expect(html.contains(#"data-origins="https://shop.example""#))
        #expect(html.contains(#"data-largest-file="25000000""#))
        #expect(html.contains("/chat/assets/\(PageFiles.version)/main.js"))
        #expect(!html.contains("{{"))
    }

    @Test(arguments: PageDocument.languages) func `it runs as its language does`(_ language: String) {
        let html = document { $0.language = language }.html
        #expect(html.contains(#"<html lang="\#(language)" dir="\#(language == "ar" ? "rtl" : "ltr")""#))
    }

    @Test func `there is no script, style or handler in the document`() {
        let html = document().html
        #expect(html.matches(of: /<script[^>]*>/).allSatisfy { $0.output.contains("src=") })
        #expect(!html.contains("<style"))
        #expect(html.firstMatch(of: /\s(on\w+|style)=/) == nil)
    }

    @Test func `the policy lets in our own files and nothing else`() {
        let policy = document().contentSecurityPolicy
        for rule in [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "base-uri 'none'",
            "require-trusted-types-for 'script'", "img-src 'self' data: blob:;", "frame-ancestors 'none'",
        ] {
            #expect(policy.contains(rule))
        }
        #expect(!policy.contains("unsafe"))
    }

    @Test func `pictures come from servers that are named, and the widget stands in sites that are allowed`() {
        let policy = document {
            $0.pictureOrigins = ["https://cdn.example"]
            $0.isWidget = true
        }.contentSecurityPolicy
        #expect(policy.contains("img-src 'self' data: blob: https://cdn.example;"))
        #expect(policy.contains("frame-ancestors 'self' https://shop.example;"))
    }
}
