import HTTPTypes
import Testing

@testable import Server

/// Values in pages beside the chat are escaped.
@Suite struct CustomerPageTests {
    @Test(arguments: [
        ("<script>", "&lt;script&gt;"), (#"a"b'c"#, "a&quot;b&#39;c"), ("&amp;", "&amp;amp;"),
        // Characters with a combining accent are separate characters in Swift, and still special in HTML.
        ("\"\u{301} onfocus=alert(1)", "&quot;\u{301} onfocus=alert(1)"), ("<\u{338}img", "&lt;\u{338}img"),
        ("'\u{20DD}", "&#39;\u{20DD}"), ("&\u{FE0F}lt;", "&amp;\u{FE0F}lt;"), ("\r\n<", "\r\n&lt;"),
    ])
    func `a text is written so that it means nothing in HTML`(_ text: String, _ written: String) {
        #expect(Array(text.escaped.utf8) == Array(written.utf8))
    }

    @Test func `a page of the business may be on this machine while it is developed`() {
        let policies = [false, true].map { isSecure in
            PaymentPages.headers(isSecure: isSecure).first { $0.0 == .contentSecurityPolicy }?.1 ?? ""
        }
        #expect(policies[0].contains("form-action 'self' https: http://127.0.0.1:* http://localhost:*;"))
        #expect(policies[1].contains("form-action 'self' https:;"))
    }
}
