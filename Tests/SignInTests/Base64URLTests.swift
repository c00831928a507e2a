import Channels
import Foundation
import Testing

@Suite struct Base64URLTests {
    @Test func `a text is read only if it is exactly the encoding of its bytes`() {
        #expect(Base64URL.bytes("AAE") == Data([0, 1]) && Base64URL.bytes("") == Data())
        #expect(Base64URL.bytes("-_8") == Data([0xFB, 0xFF]))
        for other in ["AAF", "AB", "A", "AAE=", "AA E", "+_8"] {
            #expect(Base64URL.bytes(Substring(other)) == nil, "\(other)")
        }
    }
}
