import Channels
import ConversationRuntime
import Expressions
import Foundation
import TestSupport
import Testing

@testable import SQLStorage
@testable import SQLiteStorage

/// The promises of every store of files that are uploaded in pieces.
@Suite struct UploadContractTests {
    private static let id = "0f8fad5b-d9cb-469f-a165-70867728950e"

    @Test(arguments: FileKind.allCases) func `pieces that come one after the other are the file`(kind: FileKind)
        async throws
    {
        try await UploadFixture.run(kind) { store, folder in
            let bytes = ContentFixture.bytes(200_001)
            let upload = try await store.announce(.new(Self.id, size: bytes.count), quota: 1 << 20)
            #expect(upload.received == 0 && !upload.isWhole)
            #expect(try await store.append(Pieces(bytes[0..<70_000]), to: upload, at: 0) == 70_000)
            #expect(try await store.upload(Self.id)?.received == 70_000)
            #expect(try await store.append(Pieces(bytes[70_000...]), to: upload, at: 70_000) == bytes.count)
            let kept = try await store.complete(upload, at: tenOClock, until: tenOClock + .days(30))
            #expect(kept.size == bytes.count && kept.content.chat == "c1" && kept.content.sender == "ana")
            #expect(try await store.bytes(of: kept) == bytes)
            #expect(try await store.upload(Self.id) == nil)
            #expect(try await store.contents(in: "c1", limit: 9) == [kept])
            #expect(try folder.isPrivate(kept.file))
        }
    }

    @Test(arguments: FileKind.allCases) func `what lies here when a line breaks or the server ends is not sent again`(
        kind: FileKind
    ) async throws {
        try await kind.place { files in
            let bytes = ContentFixture.bytes(90_000)
            do {
                let store = try await files.open()
                let upload = try await store.announce(.new(Self.id, size: bytes.count), quota: 1 << 20)
                await #expect(throws: BrokenLine()) {
                    try await store.append(Pieces(bytes[0..<40_000], breaks: true), to: upload, at: 0)
                }
            }
            let store = try await files.open()
            let upload = try #require(try await store.upload(Self.id))
            #expect(upload.received == 40_000)
            _ = try await store.append(Pieces(bytes[40_000...]), to: upload, at: 40_000)
            let kept = try await store.complete(upload, at: tenOClock, until: tenOClock + .days(1))
            #expect(try await store.bytes(of: kept) == bytes)
        }
    }

    @Test(arguments: FileKind.allCases)
    func `what comes twice is written once, and other bytes change nothing of what lies here`(
        kind: FileKind
    ) async throws {
        try await UploadFixture.run(kind) { store, _ in
            let bytes = ContentFixture.bytes(1_000)
            let upload = try await store.announce(.new(Self.id, size: 1_000), quota: 1 << 20)
            _ = try await store.append(Pieces(bytes[0..<600]), to: upload, at: 0)
            let others = Data(repeating: 0xFF, count: 500)
            for start in [0, 200] {
                await #expect(throws: ContentError.differs) {
                    try await store.append(Pieces(others), to: upload, at: start)
                }
            }
            #expect(try await store.append(Pieces(bytes[200..<700]), to: upload, at: 200) == 700)
            #expect(try await store.append(Pieces(bytes[..<500]), to: upload, at: 0) == 700)
            _ = try await store.append(Pieces(bytes[700...]), to: upload, at: 700)
            let kept = try await store.complete(upload, at: tenOClock, until: tenOClock + .days(1))
            #expect(try await store.bytes(of: kept) == bytes)
        }
    }

    @Test(arguments: FileKind.allCases) func `gaps and bytes past the end are refused, and leave what lies here`(
        kind: FileKind
    ) async throws {
        try await UploadFixture.run(kind) { store, _ in
            let upload = try await store.announce(.new(Self.id, size: 1_000), quota: 1 << 20)
            _ = try await store.append(Pieces(ContentFixture.bytes(100)), to: upload, at: 0)
            await #expect(throws: ContentError.gap(received: 100)) {
                try await store.append(Pieces(ContentFixture.bytes(100)), to: upload, at: 101)
            }
            await #expect(throws: ContentError.tooLong) {
                try await store.append(Pieces(ContentFixture.bytes(1_000)), to: upload, at: 100)
            }
            await #expect(throws: ContentError.gap(received: 100)) {
                try await store.complete(upload, at: tenOClock, until: tenOClock + .days(1))
            }
            #expect(try await store.upload(Self.id)?.received == 100)
        }
    }

    @Test(arguments: FileKind.allCases)
    func `the same announcement is the same upload, another one under its id is refused`(kind: FileKind) async throws {
        try await UploadFixture.run(kind) { store, _ in
            let upload = try await store.announce(.new(Self.id, size: 10), quota: 100)
            _ = try await store.append(Pieces(ContentFixture.bytes(4)), to: upload, at: 0)
            #expect(try await store.announce(.new(Self.id, size: 10), quota: 100).received == 4)
            for other in [NewUpload.new(Self.id, size: 11), .new(Self.id, size: 10, sender: "ben")] {
                await #expect(throws: ContentError.taken) { try await store.announce(other, quota: 100) }
            }
            _ = try await store.append(Pieces(ContentFixture.bytes(10)), to: upload, at: 0)
            _ = try await store.complete(upload, at: tenOClock, until: tenOClock + .days(1))
            #expect(try await store.announce(.new(Self.id, size: 10), quota: 100).isWhole)
        }
    }

    @Test(arguments: FileKind.allCases) func `a customer's files have so many bytes together and no more`(
        kind: FileKind
    ) async throws {
        try await UploadFixture.run(kind) { store, folder in
            _ = try await store.keep(.new("m-1"), from: folder.file(60))
            _ = try await store.announce(.new("a", size: 30), quota: 100)
            await #expect(throws: ContentError.noRoom) { try await store.announce(.new("b", size: 11), quota: 100) }
            _ = try await store.announce(.new("b", size: 10), quota: 100)
            #expect(try await store.uploads(in: "c1", limit: 9).map(\.content.id) == ["a", "b"])
        }
    }

    @Test(arguments: FileKind.allCases) func `one that is given up, or takes too long, leaves nothing`(kind: FileKind)
        async throws
    {
        try await UploadFixture.run(kind) { store, folder in
            for id in ["a", "b", "c"] {
                let upload = try await store.announce(.new(id, size: 10, days: id == "c" ? 2 : 1), quota: 100)
                _ = try await store.append(Pieces(ContentFixture.bytes(5)), to: upload, at: 0)
            }
            try await store.giveUp(try #require(try await store.upload("a")))
            #expect(try await store.forgetUploads(at: tenOClock + .days(1), limit: 9) == 1)
            let left = try await store.uploads(in: "c1", limit: 9)
            #expect(left.map(\.content.id) == ["c"])
            #expect(try await folder.kept == left.map(\.file))
        }
    }

    @Test(arguments: FileKind.allCases)
    func `erasing a customer takes what is on its way, and it does not arrive any more`(kind: FileKind) async throws {
        try await UploadFixture.run(kind) { store, folder in
            let upload = try await store.announce(.new(Self.id, size: 10), quota: 100)
            _ = try await store.append(Pieces(ContentFixture.bytes(10)), to: upload, at: 0)
            #expect(try await store.database.operators.erase(customer: "ana").files == 1)
            #expect(try await folder.kept.isEmpty)
            await #expect(throws: ContentError.self) {
                _ = try await store.append(Pieces(ContentFixture.bytes(10)), to: upload, at: 0)
                _ = try await store.complete(upload, at: tenOClock, until: tenOClock + .days(1))
            }
            #expect(try await store.content(Self.id) == nil)
        }
    }

    @Test(arguments: [false, true], FileKind.allCases)
    func `any part of a file can be read, sealed or not`(isPrivate: Bool, kind: FileKind) async throws {
        try await UploadFixture.run(kind) { store, folder in
            let bytes = ContentFixture.bytes(150_000)
            let kept = try await store.keep(.new("m-1", isPrivate: isPrivate), from: folder.file(bytes.count))
            for range in [
                0..<0, 0..<1, 0..<150_000, 65_535..<65_537, 65_536..<131_072, 100_000..<149_999, 149_999..<150_000,
            ] {
                var read = Data()
                try await store.read(kept, range) { read.append($0) }
                #expect(read == bytes[range], "\(range)")
            }
        }
    }

    @Test(arguments: FileKind.allCases) func `a file that turns out to be private is sealed, and stays what it was`(
        kind: FileKind
    ) async throws {
        try await UploadFixture.run(kind) { store, folder in
            let kept = try await store.keep(.new("m-1", name: "passport.jpg"), from: folder.file(150_000))
            let sealed = try await store.seal(kept)
            #expect(sealed.content.isPrivate && sealed.shownName == "(private)" && sealed.checksum == kept.checksum)
            #expect(try await folder.kept == [sealed.file])
            #expect(sealed.file != kept.file)
            #expect(try await store.bytes(of: sealed) == ContentFixture.bytes(150_000))
            #expect(try await store.content("m-1")?.content.name == "passport.jpg")
            #expect(try await store.seal(sealed) == sealed)
            let onDisk = try await folder.stored(sealed.file)
            #expect(onDisk.range(of: ContentFixture.bytes(100)) == nil)
        }
    }

    @Test(arguments: FileKind.allCases) func `what somebody has got never becomes less, and goes with the file`(
        kind: FileKind
    ) async throws {
        try await UploadFixture.run(kind) { store, folder in
            _ = try await store.keep(.new("m-1", days: 1), from: folder.file(10))
            #expect(try await store.downloads(of: ["m-1"], by: "ben").isEmpty)
            #expect(try await store.noteDownload(of: "m-1", in: nil, by: "ben", bytes: 6))
            #expect(try await !store.noteDownload(of: "m-1", in: nil, by: "ben", bytes: 4))
            #expect(try await !store.noteDownload(of: "nowhere", in: nil, by: "ben", bytes: 4))
            #expect(try await store.downloads(of: ["m-1", "m-2"], by: "ben") == ["m-1": 6])
            _ = try await store.forgetContent(at: tenOClock + .days(1), limit: 9)
            #expect(try await store.downloads(of: ["m-1"], by: "ben").isEmpty)
        }
    }
}

/// A store of files with Ana's conversation in it.
enum UploadFixture {
    static func run(_ kind: FileKind, _ body: (SQLContent, TestFiles) async throws -> Void) async throws {
        try await ContentFixture.run(kind, body)
    }
}

extension NewUpload {
    static func new(_ id: String, size: Int, days: Int = 7, sender: String = "ana") -> NewUpload {
        var content = NewContent.new(id, days: days)
        (content.chat, content.sender) = ("c1", sender)
        return NewUpload(content, size: size)
    }
}

struct BrokenLine: Error, Equatable {}

/// Bytes that arrive in pieces, to their end or until the connection breaks.
struct Pieces: AsyncSequence, Sendable {
    let bytes: Data
    var breaks = false

    init(_ bytes: Data, breaks: Bool = false) {
        self.bytes = bytes
        self.breaks = breaks
    }

    struct Iterator: AsyncIteratorProtocol {
        var rest: Data
        let breaks: Bool

        mutating func next() async throws -> Data? {
            guard !rest.isEmpty else {
                if breaks { throw BrokenLine() }
                return nil
            }
            defer { rest = rest.dropFirst(7_001) }
            return rest.prefix(7_001)
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(rest: bytes, breaks: breaks) }
}
