import Channels
import Crypto
import CurlClient
import Files
import Foundation
import JSON
import TestSupport
import Testing

@testable import AppleMessages

/// Compared with the output of `openssl enc -aes-256-ctr` and `sha1sum` for the same bytes.
@Suite struct CipherTests {
    private let key = "00000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

    @Test func `a short file is encrypted as other programs do it, and signed`() throws {
        let plain = Data((0..<100).map { UInt8($0 * 7 % 256) })
        var cipher = AttachmentCipher(try #require(AttachmentKey(key)))
        let encrypted = cipher.apply(to: plain)
        #expect(
            [UInt8](encrypted).hex
                == "f2970ea3366ab5e191ccdc27897515e9802a082bc62a05440e592d8c8c09e4e4ee5b5b2b492f89ac10b78f182c17d3d08214"
                + "083644f21aae0811251e6154efef8e982869f61152f7cb3c77f8d5d54b6799307fa335221cc438d9495bceebdc7d49c890bf"
        )
        var signature = AttachmentSignature()
        signature.add(encrypted)
        #expect(Data(signature.bytes).base64EncodedString() == "gZ3h3s9ZoGX5kvieEO7ErOZqYlBM")
    }

    @Test func `a file of many pieces is encrypted as if it were one`() async throws {
        let folder = try TemporaryFolder()
        let plain = Data((0..<700_001).map { UInt8($0 * 31 % 251) })
        try plain.write(to: URL(filePath: folder.file("plain")))
        let size = try await AttachmentFiles.encrypt(
            folder.file("plain"), to: folder.file("encrypted"), with: try #require(AttachmentKey(key.uppercased())))
        let encrypted = try Data(contentsOf: URL(filePath: folder.file("encrypted")))
        #expect(size == plain.count && encrypted.count == plain.count)
        #expect(
            Array(SHA256.hash(data: encrypted)).hex
                == "0a9a15519b47aa08d857efedab6fe9efe298e32b7db948d6e77ad454fbd23232")
    }

    @Test func `who has given up is not worked for: nothing is encrypted or opened, and nothing lies there`()
        async throws
    {
        let folder = try TemporaryFolder()
        let key = try #require(AttachmentKey(key))
        let plain = folder.file("plain")
        try Data(count: 700_000).write(to: URL(filePath: plain))
        let source = try #require(
            FileSource(
                ["url": "https://example.com/f", "owner": "o", "signature": "81", "size": 700_000]))
        let cancelled = StoreFailure.unreachable("\(HTTPFailure.cancelled)")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await #expect(throws: cancelled) {
                try await AttachmentFiles.encrypt(plain, to: folder.file("encrypted"), with: key)
            }
            await #expect(throws: cancelled) {
                try await AttachmentFiles.open(plain, as: source, with: key, to: folder.file("opened"))
            }
        }
        await task.value
        #expect(folder.names == ["plain"])
    }

    @Test func `keys are random, and written as they are read`() throws {
        let key = AttachmentKey()
        #expect(key.text.count == 66 && key.text.hasPrefix("00"))
        #expect(AttachmentKey(key.text)?.text == key.text)
        #expect(AttachmentKey().text != key.text)
    }

    @Test(arguments: [
        "", "00", String(repeating: "0", count: 64), String(repeating: "0", count: 68),
        "01" + String(repeating: "ab", count: 32), "00" + String(repeating: "xy", count: 32),
    ])
    func `a key of another form is none`(_ text: String) { #expect(AttachmentKey(text) == nil) }

    @Test func `a signature is judged by its bytes, whatever its mark, and not at all in another form`() {
        var signature = AttachmentSignature()
        signature.add(Data("encrypted".utf8))
        let right = signature.bytes
        #expect(signature.compared(with: right) == .agrees)
        #expect(signature.compared(with: [0x01] + right.dropFirst()) == .agrees)
        #expect(signature.compared(with: right.dropLast() + [right[20] ^ 1]) == .differs)
        #expect(signature.compared(with: [0x02] + right.dropFirst()) == .unknown)
        #expect(signature.compared(with: []) == .unknown)
    }

    @Test(
        arguments: [
            ("image/png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], true),
            ("image/png", [0xFF, 0xD8, 0xFF], true),
            ("image/heic", [0, 0, 0, 24, 0x66, 0x74, 0x79, 0x70], true),
            ("image/jpeg", [1, 2, 3, 4, 5, 6, 7, 8], false),
            ("Application/PDF; x=y", [1, 2, 3, 4], false), ("application/pdf", Array("%PDF-1.7".utf8), true),
            ("text/plain", [1, 2, 3], true), ("application/octet-stream", [1, 2, 3], true), ("image/png", [], true),
        ] as [(String, [UInt8], Bool)])
    func `a wrong key shows where files of a kind have a known beginning`(
        _ kind: String, _ bytes: [UInt8], _ fits: Bool
    ) {
        #expect(FileSignatures.fit(Data(bytes), kind: kind) == fits)
    }
}
