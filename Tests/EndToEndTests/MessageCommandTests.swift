import Foundation
import JSON
import Testing

/// `usher message`, as engineers call it. It needs neither flows nor a configuration.
@Suite struct MessageCommandTests {
    private static let text =
        #"[{"id": "layer:///messages/m/parts/a", "#
        + #""mime_type": "application/vnd.layer.text+json;role=root", "body": "{\"text\": \"Hello <you>\"}"}]"#
    private static let choice =
        #"{"id": "layer:///messages/m", "parts": [{"id": "layer:///messages/m/parts/c", "#
        + #""mime_type": "application/vnd.layer.choice+json;role=root", "body": "{\"label\": \"Which?\", "#
        + #"\"choices\": [{\"id\": \"r\", \"text\": \"Red\"}, {\"id\": \"b\", \"text\": \"Blue\"}]}"}]}"#
    private static let quickReply =
        #"{"type": "interactive", "interactiveData": {"data": {"requestIdentifier": "q", "#
        + #""quick-reply": {"summaryText": "Which?", "items": [{"identifier": "r", "title": "Red"}, "#
        + #"{"identifier": "b", "title": "Blue"}]}}}}"#

    /// Runs the command in an empty folder.
    private func run(_ arguments: String..., input: String = "") async throws -> Program.Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "message-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await Program.run(["message"] + arguments, input: input, in: folder)
    }

    @Test func `parts are inspected`() async throws {
        let result = try await run("inspect", "-", input: Self.text)
        result.expectEnd(with: 0)
        let json = try JSONValue(parsing: result.output)
        #expect(json["type"] == "text")
        #expect(json["mime_type"] == "application/vnd.layer.text+json")
        #expect(json["properties"]?["text"] == "Hello <you>")
    }

    @Test func `a body that Apple posts is inspected, with what it answers`() async throws {
        let reply =
            #"{"type": "interactive", "interactiveData": {"data": {"requestIdentifier": "q", "#
            + #""quick-reply": {"selectedIdentifier": "b", "selectedIndex": 1}}}}"#
        let result = try await run("inspect", "-", input: reply)
        result.expectEnd(with: 0)
        let json = try JSONValue(parsing: result.output)
        #expect(json["kind"] == "quick-reply")
        #expect(json["selected"] == ["b"])
    }

    @Test func `a message is converted to every form`() async throws {
        #expect(try await run("convert", "-", "--to", "text", input: Self.text).output == "Hello <you>\n")
        let html = try await run("convert", "-", "--to", "html", input: Self.text).output
        #expect(html.contains(">Hello &lt;you&gt;</p>"))
        let parts = try JSONValue(parsing: await run("convert", "-", "--to", "parts", input: Self.quickReply).output)
        #expect(parts[0]?["mime_type"]?.string == "application/vnd.layer.buttons+json;role=root")
        let apple = try JSONValue(parsing: await run("convert", "-", "--to", "apple", input: Self.quickReply).output)
        #expect(apple["interactiveData"]?["data"]?["quick-reply"]?["items"]?.array?.count == 2)
    }

    /// A payment as it was sent to Apple.
    private static let payment =
        #"{"type": "interactive", "interactiveData": {"receivedMessage": {"title": "Ready to pay?"}, "#
        + #""data": {"requestIdentifier": "q", "payment": {"merchantSession": {"nonce": "1"}, "#
        + #""paymentRequest": {"applePay": {"merchantIdentifier": "merchant.a"}, "currencyCode": "EUR", "#
        + #""lineItems": [{"label": "Bread", "amount": "4.00"}], "total": {"label": "Bakery", "amount": "4.00"}}}}}}"#

    @Test func `a payment has Apple's form, and what stands in for its session is said to do so`() async throws {
        let parts = try await run("convert", "-", "--to", "parts", input: Self.payment).output
        let result = try await run("convert", "-", "--to", "apple", input: parts)
        result.expectEnd(with: 0)
        let payment = try JSONValue(parsing: result.output)["interactiveData"]?["data"]?["payment"]
        #expect(payment?["paymentRequest"]?["total"] == ["label": "Bakery", "amount": "4.00", "type": "final"])
        #expect(payment?["merchantSession"]?["placeholder"] != nil)
        #expect(result.errors.contains("is a placeholder"))
    }

    @Test func `a sign-in has Apple's form where the device knows it, and is a link elsewhere`() async throws {
        let sent =
            #"{"interactiveData": {"receivedMessage": {"title": "Sign in"}, "data": {"requestIdentifier": "q", "#
            + #""authenticate": {"oauth2": {"scope": ["openid"], "redirectURI": "https://a.example/sign-in/shop/callback"}}}}}"#
        let parts = try await run("convert", "-", "--to", "parts", input: sent).output
        let result = try await run("convert", "-", "--to", "apple", input: parts)
        let json = try JSONValue(parsing: result.output)
        #expect(json["interactiveData"]?["data"]?["authenticate"]?["oauth2"]?["scope"] == ["openid"])
        #expect(result.errors.contains("are placeholders"))
        let lesser = try await run("convert", "-", "--to", "apple", "--capabilities", "LIST", input: parts)
        #expect(try JSONValue(parsing: lesser.output).array?.compactMap { $0["richLinkData"] }.count == 1)
    }

    @Test(arguments: [
        ("QUICK,LIST", #"quick-reply"#), ("LIST", "listPicker"), ("time", #""body": "Which?\n1 Red\n2 Blue""#),
    ])
    func `a device that shows less gets what it can show`(_ abilities: String, _ expected: String) async throws {
        let result = try await run("convert", "-", "--to", "apple", "--capabilities", abilities, input: Self.choice)
        result.expectEnd(with: 0)
        #expect(result.output.contains(expected))
    }

    @Test(arguments: [
        ("", "usher: standard input: it is empty\n"),
        ("{", "usher: standard input: expected a key (byte 1)\n"),
        ("3", "usher: standard input: it is neither a list of parts nor an object\n"),
        ("[]", "usher: standard input: parts: a message has at least one part\n"),
        (
            "[{\"mime_type\": \"a/b;role=x;parent-node-id=c\"}, 7]",
            "usher: standard input: parts[1]: a part is an object\n"
        ),
        (
            "[{\"mime_type\": \"a/b;role=root\"}, {\"mime_type\": \"a/b;role=x;parent-node-id=c\"}]",
            "usher: standard input: parts[1]: its parent `c` does not exist\n"
        ),
    ])
    func `what cannot be read is told with its place`(_ input: String, _ said: String) async throws {
        let result = try await run("inspect", "-", input: input)
        result.expectEnd(with: 1)
        #expect(result.errors.hasPrefix(said))
        #expect(result.output.isEmpty)
    }

    @Test func `what could not be used is said beside the result`() async throws {
        let parts =
            #"[{"mime_type": "application/vnd.layer.text+json;role=root", "body": "{\"text\": \"Hi\", \"title\": 3}"}]"#
        let result = try await run("convert", "-", "--to", "text", input: parts)
        result.expectEnd(with: 0)
        #expect(result.output == "Hi\n")
        #expect(result.errors == "usher: standard input: parts[0]: `title` is not a text\n")
    }

    @Test(arguments: [
        ("text", "a text cannot contain `response_name`"),
        ("apple", "a message of Apple's cannot contain `initial_response_state`, `response_name`"),
    ])
    func `what another form has no place for is said`(_ form: String, _ said: String) async throws {
        let parts =
            #"[{"id": "layer:///messages/m/parts/c", "mime_type": "application/vnd.layer.choice+json;role=root", "#
            + #""body": "{\"label\": \"Which?\", \"response_name\": \"colour\", \"choices\": [{\"id\": \"r\", \"text\": \"Red\"}]}"}, "#
            + #"{"mime_type": "application/vnd.layer.initialresponsestate-v1+json;role=initial_response_state;parent-node-id=c", "#
            + #""body": "[{\"operation\": \"add\", \"type\": \"FWW\", \"name\": \"colour\", \"id\": \"1\", \"value\": \"r\", "#
            + #"\"identity_id\": \"ana\"}]"}]"#
        let result = try await run("convert", "-", "--to", form, input: parts)
        result.expectEnd(with: 0)
        #expect(result.errors == "usher: standard input: \(said) of \"Which?\"\n")
        if form == "text" { #expect(result.output.contains("✓ Red")) }
    }

    @Test func `more than 5 MB is not read`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "message-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let long = #"{"type": "text", "body": ""# + String(repeating: "x", count: 5_000_000) + #""}"#
        try Data(long.utf8).write(to: file)
        let result = try await run("convert", file.path, "--to", "text")
        result.expectEnd(with: 1)
        #expect(result.errors == "usher: \(file.path): it is larger than 5 MB\n")
    }

    @Test(arguments: [
        ["inspect", "nowhere.json"], ["convert", "-"], ["convert", "-", "--to", "letter"],
        ["convert", "-", "--to", "text", "--capabilities", "LIST"],
        ["convert", "-", "--to", "apple", "--capabilities", "LISTS"],
    ])
    func `wrong use is told as such`(_ arguments: [String]) async throws {
        // Nothing is written to its input: it may have ended before it reads.
        let result = try await Program.run(["message"] + arguments)
        result.expectEnd(with: 2)
        #expect(!result.errors.isEmpty)
    }
}
