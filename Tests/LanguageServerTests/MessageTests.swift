import JSON
import LanguageProtocol
import Testing

@Suite struct MessageTests {
    private static func message(_ text: String) -> IncomingMessage { IncomingMessage(body: Array(text.utf8)) }

    @Test func `requests, notifications and responses are distinguished`() {
        #expect(
            Self.message(#"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#)
                == .request(.number(1), method: "shutdown", parameters: .null))
        #expect(
            Self.message(#"{"jsonrpc":"2.0","id":"a","method":"x","params":[1]}"#)
                == .request(.text("a"), method: "x", parameters: [1]))
        #expect(
            Self.message(#"{"jsonrpc":"2.0","method":"exit","params":null}"#)
                == .notification(method: "exit", parameters: .null))
        #expect(
            Self.message(#"{"jsonrpc":"2.0","id":3,"result":null}"#) == .response(.number(3), result: .null))
        #expect(
            Self.message(#"{"jsonrpc":"2.0","id":3,"error":{"code":1,"message":"x"}}"#)
                == .response(.number(3), result: nil))
    }

    @Test(arguments: [
        ("", -32700), ("{", -32700), ("\u{FEFF}{}", -32700), ("[]", -32600), ("1", -32600), ("{}", -32600),
        (#"{"jsonrpc":"1.0","id":1,"method":"x"}"#, -32600), (#"{"jsonrpc":"2.0","id":{},"method":"x"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1.5,"method":"x"}"#, -32600), (#"{"jsonrpc":"2.0","id":1,"method":2}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1}"#, -32600),
    ])
    func `what is no message has an error as its answer`(text: String, code: Int) {
        guard case .malformed(_, let error) = Self.message(text) else {
            Issue.record("\(text) was taken for a message")
            return
        }
        #expect(error.code == code)
    }

    @Test func `bytes that are not UTF-8 are not JSON`() {
        let message = IncomingMessage(
            body: Array(#"{"jsonrpc":"2.0","method":"x","params":""#.utf8) + [0xFF] + Array(#""}"#.utf8))
        guard case .malformed(nil, let error) = message else {
            Issue.record("bytes that are no text were taken for a message")
            return
        }
        #expect(error.code == -32700)
    }

    @Test(arguments: [
        (#"\ud83d"#, "\u{FFFD}"), (#"\ude00x"#, "\u{FFFD}x"), (#"\ud83d\ud83d\ude00"#, "\u{FFFD}😀"),
        (#"\\ud83d \ud83d"#, #"\ud83d �"#), (#"\ud83d\u0041"#, "\u{FFFD}A"),
    ])
    func `half a surrogate pair becomes one replacement character`(escape: String, text: String) {
        #expect(
            Self.message(#"{"jsonrpc":"2.0","method":"x","params":"\#(escape)"}"#)
                == .notification(method: "x", parameters: .string(text)))
    }

    @Test func `answers carry the identifier that the client gave, or none`() {
        #expect(
            OutgoingMessage.response(.text("a"), .success(.null)).json.text
                == #"{"jsonrpc":"2.0","id":"a","result":null}"#)
        #expect(
            OutgoingMessage.response(nil, .failure(RPCError(-32700, "x"))).json.text
                == #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}"#)
    }

    @Test(arguments: [
        ("file:///a/b.yaml", "/a/b.yaml"), ("file://localhost/a", "/a"), ("FILE:///a%20b/%C3%BC.yaml", "/a b/ü.yaml"),
        ("file:/a//b/./c/../d", "/a/b/d"), ("file:///c%3A/x", "/c:/x"), ("file:///C:/x", "/c:/x"),
        ("file:///a?b#c", "/a"), ("file:///../..", "/"),
    ])
    func `a file has one path, however its URI is written`(uri: String, path: String) {
        #expect(FileURI.path(of: uri) == path)
    }

    @Test(arguments: [
        "untitled:1", "git:/a/b.yaml", "https://a/b", "file://other/a", "file:", "file:a", "file:///a%2", "file:///%zz",
        "file:///%ff", "file:///a%00b", "",
    ])
    func `what is no local file has no path`(uri: String) {
        #expect(FileURI.path(of: uri) == nil)
    }

    @Test(arguments: ["/a/b.yaml", "/a b/ü😀#?%:.yaml", "/"])
    func `a path keeps its meaning as a URI`(path: String) {
        #expect(FileURI.path(of: FileURI.uri(of: path)) == path)
    }
}
