import Crypto
import CryptoExtras
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Replies that are too large to be posted.
extension FakeStore {
    /// Stores bytes as a customer's device does, and returns a message's reference to them: the members of an
    /// `interactiveDataRef` or of an attachment.
    public func keep(_ bytes: [UInt8]) throws -> [String: String] {
        let id = newID()
        let key = SymmetricKey(size: .bits256)
        let nonce = try AES._CTR.Nonce(nonceBytes: [UInt8](repeating: 0, count: 16))
        let encrypted = try AES._CTR.encrypt(Data(bytes), using: key, nonce: nonce)
        try encrypted.write(to: URL(filePath: "\(folder)/\(id)"))
        var hash = Insecure.SHA1()
        hash.update(data: Data("com.apple.XattrObjectSalt\0com.apple.DataObjectSalt\0".utf8))
        hash.update(data: encrypted)
        let digits = key.withUnsafeBytes { $0.map { String(format: "%02x", $0) }.joined() }
        return [
            "url": "mmcs:\(id)", "owner": "owner of \(id)", "key": "00\(digits)", "size": String(encrypted.count),
            "signature-base64": (Data([0x81]) + hash.finalize()).base64EncodedString(),
        ]
    }

    /// Returns its input: the bytes stored for tests are not compressed.
    func decodePayload(_ request: Request) async throws -> Response {
        let body = try await request.body.collect(upTo: 8 << 20)
        if let wrong = try await wrong(note(.decodePayload, request, body: Array(body.readableBytesView))) {
            return wrong
        }
        return Response(status: .ok, body: ResponseBody(byteBuffer: body))
    }
}
