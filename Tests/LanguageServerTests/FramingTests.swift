import JSON
import LanguageProtocol
import TestSupport
import Testing

@Suite struct FramingTests {
    private static let bodies = ["{}", #"{"a":"ü 👍🏽"}"#, "", String(repeating: "x", count: 70_000)]

    private static func stream(_ bodies: [String]) -> [UInt8] { bodies.flatMap { Frame.bytes(of: Array($0.utf8)) } }

    private static func read(_ pieces: [[UInt8]]) throws -> [String] {
        var reader = FrameReader()
        var found: [String] = []
        for piece in pieces {
            reader.append(piece)
            while let body = try reader.next() { found.append(String(decoding: body, as: UTF8.self)) }
        }
        #expect(reader.isBetweenMessages)
        return found
    }

    @Test func `several messages in one read are separated by their bytes`() throws {
        #expect(try Self.read([Self.stream(Self.bodies)]) == Self.bodies)
    }

    @Test func `a message in forty pieces is read whole`() throws {
        let bytes = Self.stream([Self.bodies[3]])
        let size = bytes.count / 40 + 1
        let pieces = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
        #expect(pieces.count == 40)
        #expect(try Self.read(pieces) == [Self.bodies[3]])
    }

    @Test func `messages are read however their bytes are divided`() throws {
        let bytes = Self.stream([Self.bodies[1], Self.bodies[0], Self.bodies[2], Self.bodies[1]])
        #expect(try Self.read(bytes.map { [$0] }).count == 4)
        var random = SeededRandom(seed: 7)
        for _ in 0..<200 {
            var (pieces, at) = ([[UInt8]](), 0)
            while at < bytes.count {
                let end = min(bytes.count, at + 1 + random.number(below: 30))
                pieces.append(Array(bytes[at..<end]))
                at = end
            }
            #expect(try Self.read(pieces) == [Self.bodies[1], Self.bodies[0], Self.bodies[2], Self.bodies[1]])
        }
    }

    @Test func `the length counts bytes, not characters`() throws {
        #expect(Frame.bytes(of: Array("ü".utf8)).starts(with: Array("Content-Length: 2\r\n\r\n".utf8)))
        #expect(try Self.read([Array("Content-Length: 2\r\n\r\nüContent-Length: 1\r\n\r\nx".utf8)]) == ["ü", "x"])
    }

    @Test func `other headers are passed over, and names have no case`() throws {
        let text = "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nCONTENT-LENGTH:  2 \r\nX: y\r\n\r\n{}"
        #expect(try Self.read([Array(text.utf8)]) == ["{}"])
    }

    @Test(arguments: [
        ("Content-Type: x\r\n\r\n", FrameReader.Failure.noLength),
        ("\r\n", .noLength),
        ("Content-Length: -1\r\n\r\n", .badLength("-1")),
        ("Content-Length: 1x\r\n\r\n", .badLength("1x")),
        ("Content-Length: 99999999999999999999\r\n\r\n", .badLength("99999999999999999999")),
        ("Content-Length: 1\r\nContent-Length: 2\r\n\r\n", .badLength("2")),
        ("Content-Length: 16777217\r\n\r\n", .tooLarge(16_777_217)),
        ("Content-Length: 2\n\n{}", .badHeader("Content-Length: 2")),
        ("no header\r\n\r\n", .badHeader("no header")),
        (String(repeating: "x", count: 20_000), .endlessHeader),
    ])
    func `a stream with a malformed header cannot be read on`(text: String, failure: FrameReader.Failure) {
        var reader = FrameReader()
        reader.append(Array(text.utf8))
        #expect(throws: failure) { try reader.next() }
        #expect(!failure.description.isEmpty)
    }

    @Test func `a body may be as large as the limit`() throws {
        let text = String(repeating: "y", count: FrameReader.largestBody)
        #expect(try Self.read([Frame.bytes(of: Array(text.utf8))]) == [text])
    }
}
