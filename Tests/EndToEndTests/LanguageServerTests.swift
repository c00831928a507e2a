import Foundation
import JSON
import TestSupport
import Testing

/// `usher lsp`, as editors start it.
@Suite struct LanguageServerTests {
    private static func frame(_ text: String) -> String { "Content-Length: \(text.utf8.count)\r\n\r\n\(text)" }

    private static func request(_ id: Int, _ method: String, _ parameters: JSONValue = .null) -> String {
        frame(
            JSONValue.object(["jsonrpc": "2.0", "id": .int(id), "method": .string(method), "params": parameters]).text)
    }

    private static func notification(_ method: String, _ parameters: JSONValue = .null) -> String {
        frame(JSONValue.object(["jsonrpc": "2.0", "method": .string(method), "params": parameters]).text)
    }

    private static let start = request(1, "initialize", ["processId": .null, "capabilities": [:]])
    private static let end = request(9, "shutdown") + notification("exit")

    /// The messages of an output that consists of messages only.
    private static func messages(_ output: String) throws -> [JSONValue] {
        var rest = Array(output.utf8)[...]
        var found: [JSONValue] = []
        while !rest.isEmpty {
            let header = try #require(rest.firstRange(of: Array("\r\n\r\n".utf8)))
            let line = String(decoding: rest[..<header.lowerBound], as: UTF8.self)
            let length = try #require(Int(line.dropFirst("Content-Length: ".count)), "\(line)")
            found.append(try JSONValue(parsing: rest[header.upperBound...].prefix(length)))
            rest = rest[header.upperBound...].dropFirst(length)
        }
        return found
    }

    @Test func `a note for people never gets into the protocol`() async throws {
        let result = try await Program.run(["lsp"], input: Self.frame("{nonsense") + Self.start + Self.end)
        result.expectEnd(with: 0)
        #expect(result.errors.hasPrefix("usher lsp: the message is not JSON"))
        let messages = try Self.messages(result.output)
        #expect(messages.map { $0["id"] } == [.null, 1, 9])
    }

    @Test func `the language server ends with its input, or with a reason`() async throws {
        let silent = try await Program.run(["lsp"], input: Self.start)
        silent.expectEnd(with: 1)
        #expect(silent.errors.isEmpty)
        let torn = try await Program.run(["lsp"], input: Self.start + "Content-Length: 5\r\n\r\n{")
        torn.expectEnd(with: 1)
        #expect(torn.errors == "usher lsp: the input ended within a message\n")
        let broken = try await Program.run(["lsp"], input: "hello\r\n\r\n")
        broken.expectEnd(with: 1)
        #expect(broken.errors.contains("is not a header line"))
    }

    @Test func `the language server ends when the editor's process is gone`() async throws {
        let editor = try RunningProgram(["600"], of: "/bin/sleep")
        let server = try RunningProgram(["lsp"])
        server.type(Self.request(1, "initialize", ["processId": .int(Int(editor.id)), "capabilities": [:]]))
        editor.kill()
        await server.expectEnd(with: 1)
    }

    @Test func `renaming a step of the last commit keeps its old name`() async throws {
        let project = try TemporaryFolder()
        try project.write("bot: Shop\nzone: Europe/Berlin\nstart: hello\nif_silent: never\n", to: "Flows/bot.yaml")
        let flow = "flow: hello\nstart: greet\nsteps:\n  greet:\n    say: Hello.\n    then: end\n"
        try project.write(flow, to: "Flows/hello.yaml")
        let folder = URL(filePath: project.path)
        let uri = folder.appending(path: "Flows/hello.yaml").absoluteString
        let rename = Self.request(
            2, "textDocument/rename",
            [
                "textDocument": ["uri": .string(uri)], "position": ["line": 3, "character": 3], "newName": "welcome",
            ])
        let input = Self.start + rename + Self.end
        let before = try await Program.run(["lsp"], input: input, in: folder)
        #expect(before.output.contains("welcome") && !before.output.contains("was:"))

        let identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com"]
        for arguments in [["init", "-q"], ["add", "Flows"], identity + ["commit", "-q", "-m", "Flows"]] {
            let git = try await Program.run(arguments, of: "/usr/bin/git", in: folder)
            #expect(git.status == 0, "\(git.errors)")
        }
        let after = try await Program.run(["lsp"], input: input, in: folder)
        #expect(after.output.contains("was: greet"))
    }
}
