import Channels
import Expressions
import Foundation
import HTTPTypes
import Hummingbird
import JSON
import NIOCore

/// Apple's file endpoints: the requests for upload and download addresses (`preUpload`, `preDownload`), the transfers,
/// and the decoding of large replies.
struct StoreResponder: Sendable {
    /// The path under which bytes are transferred, at addresses that the gateway returns.
    static let contentPath = "/content/"

    private let simulator: AppleSimulator
    private let gatewayPath: String

    init(_ simulator: AppleSimulator) {
        self.simulator = simulator
        gatewayPath = simulator.settings.gatewayPath
    }

    /// Responds to requests about files; `nil` for other addresses.
    func respond(to request: Request, _ context: SimulatorContext) async throws -> Response? {
        let path = request.uri.path
        switch path {
        case gatewayPath + "/preUpload": return try await preUpload(request, context)
        case gatewayPath + "/preDownload": return try await preDownload(request, context)
        case gatewayPath + "/decodePayload": return try await decodePayload(request, context)
        default: break
        }
        guard path.hasPrefix(Self.contentPath) else { return nil }
        let parts = path.dropFirst(Self.contentPath.count).split(separator: "/").map(String.init)
        switch (parts.first, parts.count) {
        case ("upload", 2): return try await upload(parts[1], request, context)
        case ("download", 2): return try await download(parts[1], request, context)
        default: return Response(GatewayRefusal.unknownAddress)
        }
    }

    /// Source: Apple, "Uploading an Attachment": the size of the encrypted file in `MMCS-Size`, in older pages in
    /// `size`.
    private func preUpload(_ request: Request, _ context: SimulatorContext) async throws -> Response {
        try await exchange(.preUpload, .get, request, context) { _ throws(GatewayRefusal) in
            let business = try await simulator.gateway.business(of: request.headers)
            guard let written = request.headers[.mmcsSize] ?? request.headers[.oldSize] else {
                throw .badHeader("MMCS-Size", "this header is required and is missing: the bytes of the encrypted file")
            }
            guard let size = Int(written) else {
                throw .badHeader("MMCS-Size", "`\(written)` is not a number of bytes")
            }
            let (token, upload) = try simulator.store.prepareUpload(of: size, for: business)
            return Response(
                status: .ok,
                json: [
                    "upload-url": .string(address(of: request, "upload", token)), "mmcs-url": .string(upload.url),
                    "mmcs-owner": .string(upload.owner),
                ])
        }
    }

    private func upload(_ token: String, _ request: Request, _ context: SimulatorContext) async throws -> Response {
        try await exchange(.upload, .post, request, context) { _ throws(GatewayRefusal) in
            let file: StoredFile
            do {
                file = try await simulator.store.receive(token, request.body)
            } catch let refusal as GatewayRefusal {
                throw refusal
            } catch {
                throw GatewayRefusal(status: 400, code: "broken-off", reason: "the bytes are incomplete: \(error)")
            }
            let checksum = Data(file.signature).base64EncodedString()
            return Response(
                status: .ok,
                json: [
                    "singleFile": [
                        "fileChecksum": .string(checksum), "size": .int(file.size),
                        "receipt": .string(Hexadecimal.text(FileKey().bytes)),
                    ]
                ])
        }
    }

    /// Source: Apple, "Authorizing an Attachment"; the names of the headers differ between its samples and older pages.
    private func preDownload(_ request: Request, _ context: SimulatorContext) async throws -> Response {
        try await exchange(.preDownload, .get, request, context) { _ throws(GatewayRefusal) in
            let business = try await simulator.gateway.business(of: request.headers)
            let url = try header(.mmcsURL, .oldURL, in: request)
            let owner = try header(.mmcsOwner, .oldOwner, in: request)
            let text = try header(.mmcsSignature, .oldSignature, in: request)
            guard let signature = Data(base64Encoded: text) else {
                throw .badHeader("MMCS-Signature", "`\(text.prefix(200))` is not base64")
            }
            let token = try simulator.store.prepareDownload(
                url, owner: owner, signature: Array(signature), for: business)
            return Response(
                status: .ok, json: ["download-url": .string(address(of: request, "download", token))])
        }
    }

    private func download(_ token: String, _ request: Request, _ context: SimulatorContext) async throws -> Response {
        try await exchange(.download, .get, request, context) { fault throws(GatewayRefusal) in
            let file = try simulator.store.fetched(token)
            do {
                return try Response(streaming: file, under: fault, closing: context.channel)
            } catch {
                throw GatewayRefusal(status: 500, code: "internal", reason: "the file cannot be read: \(error)")
            }
        }
    }

    /// Source: Apple, Interactive Message Types, "Decoding Interactive Data Payloads".
    private func decodePayload(_ request: Request, _ context: SimulatorContext) async throws -> Response {
        let body = try await request.bytes(upTo: simulator.settings.largestBody)
        return try await exchange(.decodePayload, .post, request, context) { _ throws(GatewayRefusal) in
            let business = try await simulator.gateway.business(of: request.headers)
            guard let bid = request.headers[.bid] else {
                throw .badHeader("bid", "this header is required and is missing")
            }
            let decoded = try simulator.replies.decode(Array(body.readableBytesView), bid: bid, for: business)
            return Response(status: .ok, json: decoded)
        }
    }
}

extension StoreResponder {
    /// Runs one exchange under the fault that occurs, and logs it.
    private func exchange(
        _ side: FaultRule.Side, _ method: HTTPRequest.Method, _ request: Request, _ context: SimulatorContext,
        _ work: (FaultRule.Kind?) async throws(GatewayRefusal) -> Response
    ) async throws -> Response {
        guard request.method == method else {
            return Response(refusing: .methodNotAllowed, "wrong-method", "\(request.uri.path) accepts \(method) only")
        }
        let fault = simulator.faults.strike(side, nil)
        let clock = simulator.clock
        if case .delay(let length) = fault { try await clock.pause(length) }
        let verdict: Result<Response, GatewayRefusal>? =
            switch fault {
            case .dropBefore: nil
            case .status(let status): .failure(.fault(status))
            default: await Result { () async throws(GatewayRefusal) in try await work(fault) }
            }
        if case .lateAnswer(let length) = fault { try await clock.pause(length) }
        var entry = WireLogEntry(at: clock.now, side)
        entry.business = request.headers[.sourceID].map { BusinessID($0) }
        entry.fault = fault?.word
        switch verdict {
        case .success(let response): entry.status = response.status.code
        case .failure(let refusal): (entry.status, entry.reason) = (refusal.status, refusal.reason)
        case nil: break
        }
        simulator.wireLog.add(entry)
        guard let verdict, fault != .dropAfter || side == .download else {
            try? await context.channel.close()
            return Response(status: .ok)
        }
        do throws(GatewayRefusal) {
            return try verdict.get()
        } catch {
            return Response(error)
        }
    }

    private func header(
        _ name: HTTPField.Name, _ old: HTTPField.Name, in request: Request
    ) throws(GatewayRefusal) -> String {
        guard let value = request.headers[name] ?? request.headers[old], !value.isEmpty else {
            throw .badHeader(name.rawName, "this header is required and is missing; older programs call it `\(old)`")
        }
        return value
    }

    /// Returns an address under which the caller can reach this server.
    private func address(of request: Request, _ verb: String, _ token: String) -> String {
        let host = request.head.authority ?? simulator.settings.hostInURL
        return "http://\(host)\(Self.contentPath)\(verb)/\(token)"
    }
}

extension Response {
    init(_ refusal: GatewayRefusal) { self.init(status: .init(code: refusal.status), json: refusal.json) }

    /// Streams a file of the store, unchanged or corrupted by a fault.
    init(streaming file: StoredFile, under fault: FaultRule.Kind?, closing channel: any NIOCore.Channel) throws {
        let reader = try StoreReader(file)
        let surplus = fault == .oversized ? file.size : 0
        let sent = fault == .truncated || fault == .dropAfter ? file.size / 2 : file.size
        // An interrupted download still announces the full length.
        let announced = fault == .dropAfter ? file.size : sent + surplus
        self.init(
            status: .ok, headers: [.contentType: "application/octet-stream"],
            body: ResponseBody(contentLength: announced) { writer in
                var reader = reader
                var left = sent
                while var bytes = try reader.next(atMost: left) {
                    if fault == .garbled, left == sent { bytes[bytes.startIndex] ^= 0xFF }
                    left -= bytes.count
                    try await writer.write(ByteBuffer(bytes: bytes))
                }
                var extra = surplus
                while extra > 0 {
                    let count = min(extra, StoreReader.pieceSize)
                    extra -= count
                    try await writer.write(ByteBuffer(repeating: 0, count: count))
                }
                if fault == .dropAfter { return try await channel.close() }
                try await writer.finish(nil)
            })
    }
}

extension Result {
    fileprivate init(_ work: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await work())
        } catch {
            self = .failure(error)
        }
    }
}
