import Channels
import Concurrency
import CurlClient
import Expressions
import FakeStore
import Foundation
import Gzip
import JSON
import Logging
import MessageModel
import Synchronization
import TestSupport
import Testing

@testable import AppleMessages

/// Replies that Apple stores separately because they are large, downloaded while the webhook waits.
@Suite struct FetchedReplyTests {
    /// A completed form of about 200 KB, including pictures.
    private static let reply: JSONValue = [
        "interactiveData": [
            "bid": "b", "sessionIdentifier": "s",
            "data": [
                "requestIdentifier": "q",
                "dynamic": ["selections": [["pageIdentifier": "make", "items": [["identifier": "a", "value": "v"]]]]],
                "images": [["identifier": "1", "data": .string(String(repeating: "abcdefgh", count: 25_000))]],
            ],
        ]
    ]
    private static let heard = Arrival.Content.heard(
        .form(FormReply(question: "q", pages: [.init(name: "make", items: [.init(id: "a", value: "v")])])))
    private static let unread = Arrival.Content.heard(.unreadable(UnreadableReply()))
    private static let archive = PropertyList.archive([("ldtext", .string("Blue"))]).bytes

    @Test func `a reply of 200 KB is fetched, decoded and read as if it had been posted`() async throws {
        try await Fetching.run { (fetching: Fetching) async throws in
            #expect(try await fetching.content(Gzip.compress(Self.reply.bytes, level: 0)) == Self.heard)
            let asked = try #require(fetching.store.received.last)
            #expect(asked.step == .decodePayload && asked.body == Gzip.compress(Self.reply.bytes, level: 0))
            #expect(asked.headers["authorization"]?.hasPrefix("Bearer ") == true)
            #expect(asked.headers["source-id"] == Account.business && asked.headers["bid"] == "the extension")
            #expect(asked.headers["content-type"] == "application/octet-stream")
            #expect(fetching.folder.names == [], "nothing is left lying about")
        }
    }

    @Test func `the key may be called by another name, and the signature be written in hex`() async throws {
        try await Fetching.run { (fetching: Fetching) async throws in
            var reference = try fetching.kept(Self.reply.bytes)
            reference["dataRefSig"] = reference["key"]
            reference["key"] = nil
            let signature = Data(base64Encoded: reference["signature-base64"]?.string ?? "") ?? Data()
            reference["signature"] = .string(Array(signature).hex)
            reference["signature-base64"] = nil
            #expect(try await fetching.content(of: reference) == Self.heard)
        }
    }

    @Test func `a reply whose checksum differs is fetched once more, then taken and counted`() async throws {
        try await Fetching.run { (fetching: Fetching) async throws in
            var reference = try fetching.kept(Self.reply.bytes)
            reference["signature-base64"] = try fetching.kept([1])["signature-base64"]
            #expect(try await fetching.content(of: reference) == Self.heard)
            #expect(fetching.store.count(of: .download) == 2 && fetching.mismatches.value == 1)
            #expect(try await fetching.content(Self.reply.bytes) == Self.heard)
            #expect(fetching.mismatches.value == 1 && fetching.folder.names == [])
        }
    }

    @Test func `where Apple refuses to decode, the bytes are read as devices archive them`() async throws {
        try await Fetching.run { (fetching: Fetching) async throws in
            fetching.store.fail(.decodePayload, with: .status(403))
            let title = Arrival.Content.heard(.unreadable(UnreadableReply(title: "Blue")))
            #expect(try await fetching.content(Self.archive) == title)
            #expect(try await fetching.content(Gzip.compress(Self.archive)) == title)
            #expect(try await fetching.content(Gzip.compress(Self.reply.bytes)) == Self.heard)
            #expect(try await fetching.content(Array("nobody knows".utf8)) == Self.unread)
            #expect(fetching.store.count(of: .decodePayload) == 4, "nobody asks again what was refused")
        }
    }

    @Test(arguments: [FakeStore.Fault.status(500), .status(429), .status(503)])
    func `an answer that may pass is asked for again`(_ fault: FakeStore.Fault) async throws {
        try await Fetching.run { (fetching: Fetching) async throws in
            fetching.store.fail(.decodePayload, with: fault, .says(Self.reply.text))
            #expect(try await fetching.content(Self.reply.bytes) == Self.heard)
            #expect(fetching.store.count(of: .decodePayload) == 2)
        }
    }

    @Test func `an answer that is late once is asked for again`() async throws {
        try await Fetching.run(patience: .milliseconds(300)) { (fetching: Fetching) async throws in
            fetching.store.fail(.decodePayload, with: .silence, .says(Self.reply.text))
            #expect(try await fetching.content(Self.reply.bytes) == Self.heard)
        }
    }

    @Test(arguments: [FakeStore.Step.preDownload, .download, .decodePayload])
    func `what stays late cannot be read`(_ step: FakeStore.Step) async throws {
        try await Fetching.run { (fetching: Fetching) async throws in
            fetching.store.fail(step, with: .silence)
            async let content = fetching.content(Gzip.compress(Array("no".utf8)))
            try await fetching.turnClock { fetching.store.count(of: step) == 1 }
            #expect(try await content == Self.unread)
            #expect(fetching.folder.names == [])
        }
    }

    @Test func `what is late for Apple is still read where that can be done here`() async throws {
        try await Fetching.run { (fetching: Fetching) async throws in
            fetching.store.fail(.decodePayload, with: .status(500))
            async let content = fetching.content(Self.reply.bytes)
            try await fetching.turnClock { fetching.store.count(of: .decodePayload) > 3 }
            #expect(try await content == Self.heard)
        }
    }

    @Test(arguments: [
        (FakeStore.Step.preDownload, FakeStore.Fault.status(404)), (.preDownload, .says("no")),
        (.download, .status(404)), (.decodePayload, .says("no")), (.decodePayload, .says(#"{"interactiveData":7}"#)),
    ])
    func `what is gone or makes no sense cannot be read`(
        _ step: FakeStore.Step, _ fault: FakeStore.Fault
    ) async throws {
        try await Fetching.run { (fetching: Fetching) async throws in
            fetching.store.fail(step, with: fault)
            #expect(try await fetching.content(Gzip.compress(Array("no".utf8))) == Self.unread)
        }
    }

    @Test func `a reply of 5 MB is read, and a larger one is not even fetched`() async throws {
        try await Fetching.run { (fetching: Fetching) async throws in
            let picture = JSONValue.string(String(repeating: "abcdefgh", count: 640_000))
            var reply = Self.reply["interactiveData"]?["data"]?.object ?? [:]
            reply["images"] = [["data": picture]]
            let bytes = JSONValue.object(["data": .object(reply)]).bytes
            #expect(bytes.count < AppleReferences.largestReply)
            #expect(try await fetching.content(bytes) == Self.heard)
            let before = fetching.store.received.count
            var reference = try fetching.kept([1])
            reference["size"] = .int(AppleReferences.largestReply + 1)
            #expect(try await fetching.content(of: reference) == Self.unread)
            #expect(fetching.store.received.count == before)
        }
    }

    @Test(arguments: ["{}", #""x""#, #"{"url":"u"}"#, #"{"url":"u","owner":"o","key":"zz","signature":"81"}"#])
    func `a reference that leads nowhere cannot be read`(_ reference: String) async throws {
        try await Fetching.run { (fetching: Fetching) async throws in
            #expect(try await fetching.content(of: JSONValue(parsing: reference)) == Self.unread)
            #expect(fetching.store.received.isEmpty)
        }
    }

    @Test func `where data stands beside its reference, nothing is fetched`() async throws {
        let data = Self.reply["interactiveData"] ?? .null
        let message = Post.message(["interactiveData": data, "interactiveDataRef": ["url": "u"]], type: "interactive")
        let posted = try await Post(Gzip.compress(message.bytes)).message(at: AppleWebhook(settings: .test))
        #expect(posted.isWhole && posted.arrival.content == Self.heard)
    }

    @Test func `a shared place is fetched and read`() async throws {
        try await Fetching.run { (fetching: Fetching) async throws in
            let card = Array("BEGIN:VCARD\r\nGEO:52.5;13.4\r\nEND:VCARD".utf8)
            #expect(try await fetching.place(card) == .heard(.place(PlaceValue(latitude: 52.5, longitude: 13.4))))
            guard case .heard(.files) = try await fetching.place(Array("BEGIN:VCARD".utf8)) else {
                Issue.record("a card without a place is a file")
                return
            }
            #expect(fetching.store.count(of: .decodePayload) == 0)
        }
    }
}

/// The download code with a store that fails on demand.
private struct Fetching {
    let store: FakeStore
    let folder: TemporaryFolder
    let references: AppleReferences
    let clock: TurnableClock
    /// The number of replies accepted although their checksum differs.
    let mismatches: SharedCount

    static func run(
        patience: Duration = .seconds(60), _ work: @Sendable (Fetching) async throws -> Void
    ) async throws {
        try await FakeStore.run { store, gateway in
            let folder = try TemporaryFolder()
            let settings = AppleSettings(gateway: gateway, mspID: Account.mspID, secret: Account.secret)
            let clock = TurnableClock(standingAt: Account.now)
            let mismatches = SharedCount()
            let references = AppleReferences(
                settings: settings, client: CurlClient(), clock: clock,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, patience: patience,
                pause: .milliseconds(10), folder: folder.path, onMismatch: { mismatches.add() })
            try await work(
                Fetching(
                    store: store, folder: folder, references: references, clock: clock, mismatches: mismatches))
        }
    }

    /// Lets the time limit for a message expire as soon as a condition holds.
    func turnClock(when isSo: () -> Bool) async throws {
        try await clock.untilSomebodySleeps(until: Account.now + .seconds(20))
        await poll { isSo() }
        clock.turn(by: .seconds(20))
    }

    /// Returns a message's reference to bytes that the store keeps.
    func kept(_ bytes: [UInt8]) throws -> JSONObject {
        var reference = JSONObject(try store.keep(bytes).sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
        reference["bid"] = "the extension"
        return reference
    }

    func content(_ bytes: [UInt8]) async throws -> Arrival.Content { try await content(of: kept(bytes)) }

    func content(of reference: JSONObject) async throws -> Arrival.Content {
        try await content(of: .object(reference))
    }

    func content(of reference: JSONValue) async throws -> Arrival.Content {
        try await completed(Post.message(["interactiveDataRef": reference], type: "interactive"))
    }

    func place(_ bytes: [UInt8]) async throws -> Arrival.Content {
        var attachment = try kept(bytes)
        attachment["name"] = "CL.loc.vcf"
        attachment["mimeType"] = "text/x-vlocation"
        return try await completed(Post.message(["body": "\u{FFFC}", "attachments": [.object(attachment)]]))
    }

    private func completed(_ message: JSONValue) async throws -> Arrival.Content {
        let posted = try await Post(message).message(at: AppleWebhook(settings: .test))
        return await references.completed(posted).content
    }
}

private final class SharedCount: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .relaxed) }

    func add() { count.add(1, ordering: .relaxed) }
}
