import Foundation
import Testing
import WebTokens

@Suite struct Base64URLTests {
    @Test func `a text is read only if it is exactly the encoding of its bytes`() {
        #expect(Base64URL.bytes("AAE") == Data([0, 1]) && Base64URL.bytes("") == Data())
        #expect(Base64URL.bytes("-_8") == Data([0xFB, 0xFF]))
        for other in ["AAF", "AB", "A", "AAE=", "AA E", "+_8"] {
            #expect(Base64URL.bytes(Substring(other)) == nil, "\(other)")
        }
    }

    @Test func `texts of all lengths are what Foundation encodes, without padding`() {
        for length in 0..<200 {
            let bytes = Data((0..<length).map { UInt8(truncatingIfNeeded: $0 * 37 + length) })
            let text = Base64URL.text(bytes)
            let standard = bytes.base64EncodedString().prefix { $0 != "=" }
            #expect(text == String(standard.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }))
            #expect(Base64URL.bytes(text[...]) == bytes)
        }
    }

    @Test func `a slice of data is encoded as its bytes`() {
        #expect(Base64URL.text(Data([9, 0, 1, 9])[1...2]) == "AAE")
    }
}
