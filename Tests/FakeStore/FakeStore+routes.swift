import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

extension FakeStore {
    func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.get("/v1/preUpload") { request, _ in try await self.preUpload(request) }
        router.post("/put/{id}") { request, context in try await self.take(request, context.parameters.require("id")) }
        router.get("/v1/preDownload") { request, _ in try await self.preDownload(request) }
        router.get("/get/{id}") { request, context in try await self.give(request, context.parameters.require("id")) }
        router.post("/v1/message") { request, _ in
            let body = try await request.body.collect(upTo: 16 << 20)
            self.keep(message: Array(body.readableBytesView))
            return Response(status: .ok)
        }
        router.post("/v1/decodePayload") { request, _ in try await self.decodePayload(request) }
        return router
    }

    private func preUpload(_ request: Request) async throws -> Response {
        if let wrong = try await wrong(note(.preUpload, request)) { return wrong }
        let id = newID()
        return json(
            ["upload-url": "\(base(request))/put/\(id)", "mmcs-url": "mmcs:\(id)", "mmcs-owner": "owner of \(id)"])
    }

    private func preDownload(_ request: Request) async throws -> Response {
        if let wrong = try await wrong(note(.preDownload, request)) { return wrong }
        let url = HTTPField.Name("MMCS-Url").flatMap { request.headers[$0] } ?? ""
        return json(["download-url": "\(base(request))/get/\(url.dropFirst("mmcs:".count))"])
    }

    private func take(_ request: Request, _ id: String) async throws -> Response {
        let fault = note(.upload, request)
        guard FileManager.default.createFile(atPath: path(id), contents: nil),
            let file = FileHandle(forWritingAtPath: path(id))
        else { return Response(status: .internalServerError) }
        var hash = Insecure.SHA1()
        hash.update(data: Data("com.apple.XattrObjectSalt\0com.apple.DataObjectSalt\0".utf8))
        var size = 0
        for try await piece in request.body {
            let bytes = Data(piece.readableBytesView)
            hash.update(data: bytes)
            try file.write(contentsOf: bytes)
            size += bytes.count
        }
        try file.close()
        if let wrong = try await wrong(fault) { return wrong }
        let signature = (Data([0x81]) + hash.finalize()).base64EncodedString()
        return json(["singleFile": ["fileChecksum": signature, "size": size, "receipt": "receipt"]])
    }

    private func give(_ request: Request, _ id: String) async throws -> Response {
        let fault = note(.download, request)
        if let wrong = try await wrong(fault) { return wrong }
        guard let facts = try? FileManager.default.attributesOfItem(atPath: path(id)), let size = facts[.size] as? Int
        else { return Response(status: .notFound) }
        let path = path(id)
        let (length, isGarbled) =
            switch fault {
            case .truncated(let length): (length, false)
            case .oversized(let extra): (size + extra, false)
            case .garbled: (size, true)
            default: (size, false)
            }
        return Response(
            status: .ok,
            body: ResponseBody(contentLength: length) { writer in
                try await Self.write(path, length, isGarbled, to: &writer)
                try await writer.finish(nil)
            })
    }

    private static func write(
        _ path: String, _ length: Int, _ isGarbled: Bool, to writer: inout any ResponseBodyWriter
    ) async throws {
        guard let file = FileHandle(forReadingAtPath: path) else { return }
        defer { try? file.close() }
        var left = length
        while left > 0 {
            var bytes = [UInt8](try file.read(upToCount: min(left, 128 * 1024)) ?? Data(count: left))
            if isGarbled, left == length { bytes[0] ^= 0xFF }
            try await writer.write(ByteBuffer(bytes: bytes))
            left -= bytes.count
        }
    }

    /// Returns the response that replaces the right one; `nil` when the route itself handles the fault, or there is
    /// none.
    func wrong(_ fault: Fault?) async throws -> Response? {
        switch fault {
        case .status(let code): return Response(status: .init(code: code))
        case .says(let words): return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: words)))
        case .redirect(let address): return Response(status: .found, headers: [.location: address])
        case .silence:
            let (nothing, _) = AsyncStream.makeStream(of: Never.self)
            await cancelWhenGracefulShutdown { for await _ in nothing {} }
            return Response(status: .ok)
        case .nothing, .truncated, .oversized, .garbled, nil: return nil
        }
    }

    private func json(_ object: [String: Any]) -> Response {
        let bytes = (try? JSONSerialization.data(withJSONObject: object)) ?? Data()
        return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private func path(_ id: String) -> String { "\(folder)/\(id)" }
    private func base(_ request: Request) -> String { "http://\(request.head.authority ?? "")" }
}
