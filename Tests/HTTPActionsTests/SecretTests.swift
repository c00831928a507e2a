import Expressions
import FlowEngine
import Foundation
import TestSupport
import Testing

@testable import HTTPActions

/// Secrets and private values reach the other system and no other place.
@Suite struct SecretTests {
    private static let declaration = """
        post: http://127.0.0.1:PORT/{name}
        headers:
          Authorization: Bearer {secret.shop_token}
        body:
          name: {name}
        takes:
          name: text
        gives:
          code: text
        private: [name]
        """

    @Test func `a secret comes from the environment`() async throws {
        let server = try FakeServer(.ok(#"{"code": "1"}"#))
        let calling = try Calling(Self.declaration, on: server, secrets: ["USHER_SECRET_SHOP_TOKEN": "s3cret"])
        #expect(await calling.call([("name", .text("Ana"))]) == .gave(Fields([("code", .text("1"))])))
        #expect(server.requests.map { $0.header("Authorization") } == ["Bearer s3cret"])
    }

    @Test func `a secret comes from the file that the environment names`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "usher-secret-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Data("s3cret\n".utf8).write(to: URL(filePath: file))
        let secrets = SecretSource(environment: ["USHER_SECRET_SHOP_TOKEN_FILE": file])
        #expect(secrets.value(of: "shop_token") == "s3cret")
        #expect(secrets.value(of: "shop-token") == "s3cret")
        #expect(secrets.value(of: "other") == nil)
        #expect(SecretSource(environment: ["USHER_SECRET_SHOP_TOKEN_FILE": file + "x"]).value(of: "shop_token") == nil)
    }

    @Test func `without its secret nothing is sent`() async throws {
        let server = try FakeServer(.ok("{}"))
        let calling = try Calling(Self.declaration, on: server)
        #expect(await calling.call([("name", .text("Ana"))]) == .failed("refused"))
        #expect(server.requests.isEmpty)
        #expect(calling.log.lines.first?.contains("`secret.shop_token` is empty") == true)
    }

    @Test(arguments: [
        FakeServer.Answer.status(500, "Ana s3cret"), .ok("Ana s3cret"), .ok(#"{"code": {"Ana": "s3cret"}}"#),
        .hangUp, .silence,
    ]) func `neither secrets nor what customers said are logged or handed on`(answer: FakeServer.Answer) async throws {
        let calling = try Calling(
            Self.declaration, on: FakeServer(answer), secrets: ["USHER_SECRET_SHOP_TOKEN": "s3cret"],
            timeout: .milliseconds(50))
        let outcome = await calling.call([("name", .text("Ana"))])
        #expect(calling.log.lines.count == 1)
        for text in calling.log.lines + ["\(outcome)"] {
            #expect(!text.contains("s3cret") && !text.contains("Ana"), "\(text)")
        }
    }

    @Test(arguments: ["Ana\r\nB", "..", "[::1"]) func `what makes a request impossible is not logged either`(
        name: String
    ) async throws {
        let calling = try Calling(
            "post: http://127.0.0.1:PORT/{name}\nheaders:\n  X-Name: {name}\n  X-Key: {secret.key}\ntakes:\n  name: text",
            on: FakeServer(.status(400, "")), secrets: ["USHER_SECRET_KEY": "s3cret"])
        #expect(await calling.call([("name", .text(name))]) == .failed("refused"))
        #expect(calling.log.lines.allSatisfy { !$0.contains("Ana") && !$0.contains("[::1") && !$0.contains("s3cret") })
    }
}
