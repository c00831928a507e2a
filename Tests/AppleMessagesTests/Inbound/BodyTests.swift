import Gzip
import JSON
import Testing

@testable import AppleMessages

@Suite struct BodyTests {
    private static let message = Post.message(["body": "hello"]).bytes
    private static let packed = Gzip.compress(message)

    @Test func `a body is unpacked by its first bytes, whatever the headers say`() async throws {
        for encoding in [nil, "gzip", "identity"] {
            var post = Post(Self.packed)
            post.headers["content-encoding"] = encoding
            #expect(try await post.heardText() == "hello")
        }
    }

    @Test func `a body that is announced as packed and is not is read as it is`() async throws {
        var post = Post(Self.message)
        post.headers["content-encoding"] = "gzip"
        #expect(try await post.heardText() == "hello")
    }

    private static let broken: [(String, [UInt8])] = [
        ("cut off", Array(packed.dropLast(9))), ("only its head", Array(packed.prefix(10))),
        ("two bytes", [0x1F, 0x8B]), ("bytes behind it", packed + [0]), ("a second member", packed + packed),
        ("a wrong checksum", Array(packed.dropLast(8)) + [0, 0, 0, 0] + Array(packed.suffix(4))),
        ("a wrong length", Array(packed.dropLast(4)) + [9, 9, 9, 9]),
        ("a broken middle", Array(packed.prefix(14)) + [~packed[14]] + Array(packed.dropFirst(15))),
    ]

    @Test(arguments: broken)
    func `broken gzip is refused`(_ name: String, _ body: [UInt8]) async {
        #expect(await Post(body).refusal() == .malformed("the body is not valid gzip"))
    }

    @Test func `a body that unpacks to more than 4 MB is refused`() async {
        let bomb = Gzip.compress([UInt8](repeating: 0x20, count: 100 << 20), level: 9)
        #expect(bomb.count < AppleWebhook.largestBody)
        #expect(await Post(bomb).refusal() == .tooLarge("the decompressed body is larger than 4194304 bytes"))
    }

    @Test func `a body just below 4 MB is read`() async throws {
        let text = String(repeating: "x", count: (4 << 20) - 1_000)
        #expect(try await Post(Gzip.compress(Post.message(["body": .string(text)]).bytes)).heardText()?.count == 10_000)
    }

    @Test func `a body of more than 1 MB as it comes is refused`() async {
        let body = [UInt8](repeating: 0x20, count: AppleWebhook.largestBody + 1)
        #expect(await Post(body).refusal() == .tooLarge("the body is larger than 1048576 bytes"))
    }

    private static let notObjects: [(String, String)] = [
        ("", "the text ends where a value should be (byte 0)"), ("[]", "it is not an object"),
        (#"[{"type":"text"}]"#, "it is not an object"), (#""text""#, "it is not an object"),
        ("null", "it is not an object"),
        ("{", "expected a key (byte 1)"),
        (#"{"a":1}x"#, "unexpected text after the end of the value (byte 7)"),
        (#"{"a":NaN}"#, "no value begins like this (byte 5)"), (#"{'a':1}"#, "expected a key (byte 1)"),
        (#"{"a":"\uD800"}"#, "half of a surrogate pair is missing (byte 8)"),
        (#"{"private words":1,"private words":2}"#, "the key `…` occurs twice (byte 19)"),
    ]

    @Test(arguments: notObjects)
    func `what is not a JSON object is refused, and the refusal quotes nothing`(
        _ body: String, _ reason: String
    ) async {
        #expect(await Post(Array(body.utf8)).refusal() == .malformed("the body cannot be read as JSON: \(reason)"))
    }

    @Test(
        arguments: [[0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF5, 0x80, 0x80, 0x80]] as [[UInt8]])
    func `a body that is not UTF-8 is refused`(_ bytes: [UInt8]) async {
        let body = Array(#"{"body":""#.utf8) + bytes + Array(#""}"#.utf8)
        #expect(
            await Post(body).refusal()
                == .malformed("the body cannot be read as JSON: this string is not UTF-8 (byte 9)"))
    }

    @Test(arguments: ["[", #"{"a":"#])
    func `JSON that is too deep is refused before it costs anything`(_ opening: String) async {
        let body = #"{"x":"# + String(repeating: opening, count: 100_000)
        let refusal = await Post(Array(body.utf8)).refusal()
        #expect(refusal?.description.contains("arrays and objects are nested too deeply") == true)
    }
}
