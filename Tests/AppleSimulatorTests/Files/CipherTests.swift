import Foundation
import Testing

@testable import AppleSimulator

@Suite struct `Encryption of files` {
    /// The key stream for a key of 32 zero bytes, from NIST's test vectors for AES-256 and GCM.
    private static let stream =
        "dc95c078a2408989ad48a21492842087530f8afbc74536b9a963b4f1c4cb738bcea7403d4d606b6e074ec5d3baf39d18"

    @Test(arguments: [48, 16, 1, 7, 33]) func `is AES-256 in counter mode from zero, however the bytes are cut`(
        _ piece: Int
    ) throws {
        var cipher = CounterCipher(try #require(FileKey(wire: String(repeating: "00", count: 33))))
        var all = Data()
        while all.count < 48 { all += cipher.apply(Data(count: min(piece, 48 - all.count))) }
        #expect(Hexadecimal.text(all) == Self.stream)
    }

    @Test func `goes on after many blocks`() throws {
        let key = FileKey()
        let plain = Data((0..<200_001).map { UInt8(truncatingIfNeeded: $0) })
        var (whole, pieces, back) = (CounterCipher(key), CounterCipher(key), CounterCipher(key))
        let encrypted = whole.apply(plain)
        var joined = Data()
        for start in stride(from: 0, to: plain.count, by: 4_099) {
            joined += pieces.apply(plain.dropFirst(start).prefix(4_099))
        }
        #expect(joined == encrypted)
        #expect(back.apply(encrypted) == plain)
    }

    @Test func `signs the encrypted bytes with 21 bytes`() {
        var signature = FileSignature()
        signature.add(Data("hel".utf8))
        signature.add(Data("lo".utf8))
        #expect(Hexadecimal.text(signature.finish()) == "81c5bde97cc0f0230572b5567c9c80032f1a59613a")
    }

    @Test(arguments: ["", "00", "01" + String(repeating: "ab", count: 32), String(repeating: "ab", count: 32)])
    func `a key has 00 before its 32 bytes`(_ wire: String) {
        #expect(FileKey(wire: wire) == nil)
    }

    @Test func `a key is read in either case`() throws {
        let key = FileKey()
        #expect(FileKey(wire: key.wire(capitals: true)) == key)
        #expect(FileKey(wire: key.wire()) == key)
        #expect(FileKey() != key)
    }
}
