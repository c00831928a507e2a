import Channels
import Concurrency
import CurlClient
import FakeStore
import Foundation
import JSON
import TestSupport
import Testing

@testable import AppleMessages

@Suite struct AppleStoreTests {
    @Test func `a file goes in and comes out as it was, encrypted in between`() async throws {
        try await FakeStore.run { server, url in
            let store = try StoreUnderTest(url)
            let file = try await store.put("Hello, attachment! ", times: 40_000)
            let source = try #require(FileSource(file.json, kind: file.kind))
            let path = store.folder.file("again")
            try await store.apple.download(source, for: Account.business, to: path, limit: 1 << 20)

            #expect(FileManager.default.contentsEqual(atPath: path, andPath: store.folder.file("original")))
            #expect(file.size == 760_000 && store.folder.names == ["again", "original"], "nothing is left lying about")
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(server.received.map(\.step) == [.preUpload, .upload, .preDownload, .download])
        }
    }

    @Test func `Apple is asked with a token, the business and what it calls the file`() async throws {
        try await FakeStore.run { server, url in
            let store = try StoreUnderTest(url)
            let file = try await store.put("Hi")
            try await store.get(file)

            let asked = server.received
            for request in asked where [.preUpload, .preDownload].contains(request.step) {
                #expect(request.headers["authorization"]?.hasPrefix("Bearer ") == true)
                #expect(request.headers["source-id"] == Account.business)
            }
            #expect(asked[0].headers["mmcs-size"] == "2" && asked[1].headers["content-length"] == "2")
            #expect(asked[1].headers["authorization"] == nil && asked[3].headers["authorization"] == nil)
            for name in ["mmcs-url", "url"] { #expect(asked[2].headers[name] == "mmcs:file-1") }
            for name in ["mmcs-owner", "owner"] { #expect(asked[2].headers[name] == "owner of file-1") }
            for name in ["mmcs-signature", "signature"] { #expect(asked[2].headers[name] == file.signature) }
        }
    }

    @Test func `a file says in a message what opens it, its size as a text`() throws {
        let file = UploadedFile(
            name: "a.png", kind: "image/png", size: 7, key: "00ab", url: "mmcs:1", owner: "o", signature: "c2ln")
        #expect(
            file.json == [
                "name": "a.png", "mimeType": "image/png", "size": "7", "key": "00ab", "url": "mmcs:1", "owner": "o",
                "signature-base64": "c2ln",
            ])
    }

    @Test(
        arguments: [
            (.status(404), .expired), (.status(410), .expired), (.status(500), .refused(status: 500)),
            (.status(403), .refused(status: 403)), (.truncated(to: 10), .truncated(expected: 3_800, got: 10)),
            (.oversized(by: 1), .tooLarge(limit: 3_800)),
            (.redirect(to: "http://127.0.0.1:1/"), .refused(status: 302)),
        ] as [(FakeStore.Fault, StoreFailure)])
    func `a download that goes wrong says how, and leaves nothing`(
        _ fault: FakeStore.Fault, _ failure: StoreFailure
    ) async throws {
        try await FakeStore.run { server, url in
            let store = try StoreUnderTest(url)
            let file = try await store.put("Hello, attachment! ", times: 200)
            server.fail(.download, with: fault)
            await #expect(throws: failure) { try await store.get(file) }
            #expect(store.folder.names == ["original"])
        }
    }

    /// Apple does not document the checksum, so a wrong checksum alone must not lose a photo.
    @Test(arguments: ["image/png", "text/plain"])
    func `a file whose checksum alone differs is fetched once more, then taken`(_ kind: String) async throws {
        try await FakeStore.run { server, url in
            let store = try StoreUnderTest(url)
            let file = try await store.put("GIF89a and so on", kind: kind)
            let checksum = try await store.get(file) { $0.signature[7] ^= 1 }
            #expect(checksum == .differs)
            #expect(server.count(of: .download) == 2 && store.folder.names == ["fetched", "original"])
            let (path, original) = (store.folder.file("fetched"), store.folder.file("original"))
            #expect(FileManager.default.contentsEqual(atPath: path, andPath: original))
        }
    }

    @Test(
        arguments: [
            ([.garbled, .nothing], .agrees, "Hello"), ([.garbled, .status(500)], .differs, "\u{B7}ello"),
            ([.garbled, .truncated(to: 2)], .differs, "\u{B7}ello"),
        ] as [([FakeStore.Fault], ChecksumResult, String)])
    func `bytes that were changed on the way are had right the second time, and are better than none`(
        _ faults: [FakeStore.Fault], _ result: ChecksumResult, _ text: String
    ) async throws {
        try await FakeStore.run { server, url in
            let store = try StoreUnderTest(url)
            let file = try await store.put("Hello")
            server.fail(.download, with: faults[0], faults[1])
            #expect(try await store.get(file) == result)
            let fetched = FileManager.default.contents(atPath: store.folder.file("fetched")) ?? Data()
            #expect(fetched == text.data(using: .isoLatin1))
            #expect(store.folder.names == ["fetched", "original"])
        }
    }

    @Test func `a file that begins oddly beside a checksum that differs is damaged`() async throws {
        try await FakeStore.run { server, url in
            let store = try StoreUnderTest(url)
            let file = try await store.put("%PDF-1.7 and more", kind: "application/pdf")
            server.fail(.download, with: .garbled)
            await #expect(throws: StoreFailure.damaged) { try await store.get(file) }
            #expect(StoreFailure.damaged.mayPass && store.folder.names == ["original"])
        }
    }

    @Test(
        arguments: [
            (.preUpload, .status(403), .refused(status: 403)), (.preUpload, .status(500), .refused(status: 500)),
            (.preUpload, .says("{}"), .unusable("the response to preUpload is incomplete")),
            (.upload, .status(503), .refused(status: 503)),
            (.upload, .says("no"), .unusable("the response to the upload has no checksum")),
            (.upload, .says(#"{"singleFile":{"fileChecksum":"x","size":1}}"#), .truncated(expected: 2, got: 1)),
            (.preDownload, .status(403), .refused(status: 403)), (.preDownload, .status(500), .refused(status: 500)),
            (.preDownload, .status(404), .expired),
            (.preDownload, .says("<html>"), .unusable("the response to preDownload is not JSON")),
        ] as [(FakeStore.Step, FakeStore.Fault, StoreFailure)])
    func `each step that Apple refuses says so`(
        _ step: FakeStore.Step, _ fault: FakeStore.Fault, _ failure: StoreFailure
    ) async throws {
        try await FakeStore.run { server, url in
            let store = try StoreUnderTest(url)
            server.fail(step, with: fault)
            await #expect(throws: failure) { try await store.get(try await store.put("Hi")) }
            #expect(store.folder.names == ["original"])
        }
    }

    @Test func `what is larger than taken is not even asked for, whatever the device says of it`() async throws {
        try await FakeStore.run { server, url in
            let store = try StoreUnderTest(url)
            let file = try await store.put("Hello")
            await #expect(throws: StoreFailure.tooLarge(limit: 4)) { try await store.get(file, limit: 4) }
            #expect(server.count(of: .preDownload) == 0)
            await #expect(throws: StoreFailure.tooLarge(limit: 4)) {
                try await store.get(file, limit: 4) { $0.size = nil }
            }
            #expect(store.folder.names == ["original"])
        }
    }

    @Test func `a key of the wrong form is known before anything is fetched, a wrong one by what it makes`()
        async throws
    {
        try await FakeStore.run { server, url in
            let store = try StoreUnderTest(url)
            let file = try await store.put("%PDF-1.7 and more", kind: "application/pdf")
            await #expect(throws: StoreFailure.wrongKey) { try await store.get(file) { $0.key = "00abcd" } }
            #expect(server.count(of: .preDownload) == 0)
            await #expect(throws: StoreFailure.wrongKey) {
                try await store.get(file) { $0.key = "00" + String(repeating: "5a", count: 32) }
            }
            #expect(store.folder.names == ["original"])
        }
    }

    @Test func `a store where nobody listens may be there later`() async throws {
        let port = try SilentPort()
        let store = try StoreUnderTest("http://127.0.0.1:\(port.number)/v1")
        let failure = await #expect(throws: StoreFailure.self) { try await store.put("Hi") }
        withExtendedLifetime(port) {}
        #expect(failure?.mayPass == true)
    }

    @Test func `a store that is too slow may be quicker later`() async throws {
        try await FakeStore.run { server, url in
            let file = try await StoreUnderTest(url).put("Hi")
            let store = try StoreUnderTest(url, patience: .milliseconds(300))
            server.fail(.download, with: .silence)
            let failure = await #expect(throws: StoreFailure.self) { try await store.get(file) }
            #expect(failure?.mayPass == true && store.folder.names.isEmpty)
        }
    }

    @Test func `an encrypted gateway may not send anybody to an address that is not`() throws {
        let client = CurlClient()
        let clock = TurnableClock(standingAt: Account.now)
        let token = GatewayToken(mspID: Account.mspID, secret: Account.secret)
        let far = StoreGateway(gateway: "https://gateway.example/v1", token: token, client: client, clock: clock)
        #expect(throws: StoreFailure.unusable("the gateway returned an address without `https`")) {
            try far.checked("http://files.example/1")
        }
        #expect(try far.checked("https://files.example/1") == "https://files.example/1")
        #expect(throws: StoreFailure.unusable("the gateway returned an address without `https`")) {
            try far.checked("file:///etc/passwd")
        }
    }

    @Test func `what is read of a file takes both forms of signature and size, and needs all that fetching takes`() {
        let whole: JSONObject = [
            "url": "u", "owner": "o", "key": "00", "signature-base64": "gQE=", "size": "12",
        ]
        #expect(FileSource(.object(whole))?.size == 12)
        #expect(FileSource(.object(whole))?.signature == [0x81, 1])
        var hex = whole
        hex["signature-base64"] = nil
        #expect(FileSource(.object(hex)) == nil)
        hex["signature"] = "8101"
        #expect(FileSource(.object(hex))?.signature == [0x81, 1])
        for name in ["url", "owner"] {
            var part = whole
            part[name] = nil
            #expect(FileSource(.object(part)) == nil)
        }
    }
}

/// Our client of Apple's store, with a temporary folder.
struct StoreUnderTest {
    let apple: AppleStore
    let folder: TemporaryFolder

    init(_ gateway: String, patience: Duration = .seconds(20)) throws {
        folder = try TemporaryFolder()
        let settings = AppleSettings(gateway: gateway, mspID: Account.mspID, secret: Account.secret)
        apple = AppleStore(
            settings: settings, client: CurlClient(),
            clock: TurnableClock(standingAt: Account.now),
            folder: folder.path, patience: patience)
    }

    /// Uploads a file with these words, repeated.
    func put(_ words: String, times: Int = 1, kind: String = "text/plain") async throws -> UploadedFile {
        let path = folder.file("original")
        try Data(String(repeating: words, count: times).utf8).write(to: URL(filePath: path))
        return try await apple.upload(StoredBytes(path: path, name: "hello.txt", kind: kind), for: Account.business)
    }

    /// Downloads a file again, as a customer's message would reference it.
    @discardableResult
    func get(
        _ file: UploadedFile, limit: Int = 1 << 20, changing change: (inout FileSource) -> Void = { _ in }
    ) async throws -> ChecksumResult {
        var source = try #require(FileSource(file.json, kind: file.kind))
        change(&source)
        return try await apple.download(source, for: Account.business, to: folder.file("fetched"), limit: limit)
    }
}
