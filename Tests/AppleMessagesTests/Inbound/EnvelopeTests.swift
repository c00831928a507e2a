import Channels
import JSON
import MessageModel
import Testing

@testable import AppleMessages

@Suite struct EnvelopeTests {
    private static let lists: [(String, Capabilities)] = [
        ("LIST,TIME,QUICK", [.list, .time, .quick]), ("AUTH2%2CLIST%2cQUICK", [.auth2, .list, .quick]),
        ("list, form", [.list, .form]), ("AUTH", []), ("", []), ("LIST%ZZ", []), ("HOLOGRAM,TIME", [.time]),
    ]

    @Test(arguments: lists)
    func `what a device can show is read plain and percent-encoded`(
        _ header: String, _ capabilities: Capabilities
    ) async throws {
        var post = Post.text("hello")
        post.headers["capability-list"] = header
        #expect(try await post.arrival().capabilities == capabilities)
    }

    @Test func `a message that does not say what its device can show leaves it open`() async throws {
        #expect(try await Post.text("hello").arrival().capabilities == nil)
    }

    @Test func `who writes to whom may stand in the headers alone`() async throws {
        var post = Post(["type": "text", "body": "hello"])
        post.headers = ["id": "m-1", "source-id": Account.customer, "destination-id": Account.business]
        let arrival = try await post.arrival()
        #expect(arrival.id == "m-1")
        #expect(
            arrival.conversation
                == ConversationKey(channel: "apple", customer: Account.customer, business: Account.business))
    }

    @Test(arguments: ["id", "source-id", "destination-id"])
    func `headers that contradict the body are refused`(_ name: String) async {
        var post = Post.text("hello")
        post.headers[name] = "something-else"
        #expect(await post.refusal() == .malformed("`\(name)` differs between headers and body"))
    }

    @Test(arguments: [("id", "id"), ("sourceId", "source-id"), ("destinationId", "destination-id")])
    func `an id that is missing, too long or unprintable is refused`(_ key: String, _ name: String) async {
        for value: JSONValue in ["", 7, nil] {
            #expect(await Post(Post.message([key: value])).refusal() == .malformed("`\(name)` is missing"))
        }
        let long = JSONValue.string(String(repeating: "x", count: 1_001))
        #expect(await Post(Post.message([key: long])).refusal() == .malformed("`\(name)` is too long"))
        for value: JSONValue in ["a\r\nX-Evil: 1", "a b", "a\0", "ä"] {
            #expect(
                await Post(Post.message([key: value])).refusal()
                    == .malformed("`\(name)` contains invalid characters"))
        }
    }

    @Test func `entry links and languages come along`() async throws {
        let arrival = try await Post(
            Post.message(["body": "hi", "locale": "de_DE", "intent": "repair", "group": "berlin"])
        ).arrival()
        #expect(arrival.locale == "de_DE" && arrival.intent == "repair" && arrival.group == "berlin")
    }

    @Test(arguments: ["locale", "intent", "group"])
    func `a customer is heard even when what comes along makes no sense`(_ key: String) async throws {
        for value: JSONValue in [7, nil, "", ["x"], .string(String(repeating: "x", count: 1_001))] {
            let arrival = try await Post(Post.message(["body": "hi", key: value])).arrival()
            #expect(arrival.content == .heard(.text("hi")))
            #expect((arrival.locale, arrival.intent, arrival.group) == (nil, nil, nil))
        }
    }

    @Test func `only the businesses that are served are found`() async throws {
        var settings = AppleSettings.test
        settings.businessIDs = ["another"]
        #expect(await Post.text("hello").refusal(with: settings) == .unknownBusiness)
        settings.businessIDs = ["another", Account.business]
        #expect(await Post.text("hello").refusal(with: settings) == nil)
    }

    @Test(arguments: [
        ("\u{FFFC}", ""), ("\u{FFFC}Here it is\u{FFFC}", "Here it is"), ("\u{FFFC}\u{FE0F}a", "\u{FE0F}a"), ("", ""),
        ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"),
    ])
    func `the marks of attachments are not words`(_ body: String, _ words: String) async throws {
        #expect(try await Post.text(body).heardText()?.unicodeScalars.elementsEqual(words.unicodeScalars) == true)
    }

    @Test func `a very long text is cut at 10,000 characters`() async throws {
        #expect(try await Post.text(String(repeating: "é", count: 20_000)).heardText()?.count == 10_000)
    }
}
