import CurlClient
import Expressions
import Foundation
import JSON
import NIOCore

@testable import AppleSimulator

/// Uploads and downloads of files over HTTP, as a business makes them.
extension Harness {
    /// Sends any request with a token of the business.
    func send(
        _ method: String, _ url: String, _ headers: [String: String?] = [:], body: HTTPRequest.Body? = nil,
        signed: Bool = true
    ) async throws -> HTTPResponse {
        var all: [String: String?] = ["source-id": Self.business.text]
        if signed { all["Authorization"] = "Bearer \(try token(at: clock.now.seconds))" }
        for (name, value) in headers { all.updateValue(value, forKey: name) }
        var request = HTTPRequest(method, url.hasPrefix("http") ? url : base + url)
        request.headers = all.sorted { $0.key < $1.key }.compactMap { name, value in
            value.map { HTTPHeader(name: name, value: $0) }
        }
        request.body = body
        request.responseLimit = 64 << 20
        return try await client.send(request)
    }

    /// The data of an uploaded file that messages contain.
    struct Uploaded: Sendable {
        let key: FileKey
        let size: Int
        let url: String
        let owner: String
        let signature: String

        func attachment(name: String, mimeType: String) -> JSONValue {
            [
                "name": .string(name), "mimeType": .string(mimeType), "size": .string(String(size)),
                "key": .string(key.wire()), "url": .string(url), "owner": .string(owner),
                "signature-base64": .string(signature),
            ]
        }
    }

    func upload(_ plain: [UInt8], key: FileKey = FileKey()) async throws -> Uploaded {
        var cipher = CounterCipher(key)
        let encrypted = Array(cipher.apply(Data(plain)))
        let place = try JSONValue(
            parsing: await send("GET", "/v1/preUpload", ["MMCS-Size": String(encrypted.count)]).body)
        let answer = try JSONValue(
            parsing: await send("POST", place["upload-url"]?.string ?? "", body: .bytes(encrypted), signed: false).body)
        return Uploaded(
            key: key, size: encrypted.count, url: place["mmcs-url"]?.string ?? "",
            owner: place["mmcs-owner"]?.string ?? "",
            signature: answer["singleFile"]?["fileChecksum"]?.string ?? "")
    }

    /// Requests the download URL of a file in a webhook.
    func preDownload(_ file: JSONValue, _ headers: [String: String?] = [:]) async throws -> HTTPResponse {
        let hex = file["signature"]?.string.flatMap(Hexadecimal.bytes).map { Data($0).base64EncodedString() }
        var all: [String: String?] = [
            "MMCS-Url": file["url"]?.string, "MMCS-Owner": file["owner"]?.string,
            "MMCS-Signature": file["signature-base64"]?.string ?? hex,
        ]
        for (name, value) in headers { all.updateValue(value, forKey: name) }
        return try await send("GET", "/v1/preDownload", all)
    }

    /// Returns the encrypted bytes of a file in a webhook.
    func download(_ file: JSONValue) async throws -> HTTPResponse {
        let place = try JSONValue(parsing: await preDownload(file).body)
        return try await send("GET", place["download-url"]?.string ?? "", signed: false)
    }

    /// Returns the decrypted bytes of a file in a webhook.
    func fetch(_ file: JSONValue) async throws -> [UInt8] {
        let key = FileKey(wire: file["key"]?.string ?? file["dataRefSig"]?.string ?? "")
        guard let key else { throw TestFailure("no key in \(file.text)") }
        var cipher = CounterCipher(key)
        return Array(cipher.apply(Data(try await download(file).body)))
    }
}

struct TestFailure: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

extension HTTPResponse {
    var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
    var reason: String { json["error"]?["reason"]?.string ?? "" }
    var code: String { json["error"]?["code"]?.string ?? "" }
}
