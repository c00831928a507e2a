import AppleMessages
import CurlClient
import Foundation
import JSON

/// Files in a browser, which are uploaded as content beside their messages.
extension WebDevice {
    /// The largest body inside a part, in bytes.
    private static let largestBody = 2_048

    /// Sends each file as a message of its own.
    func send(files paths: [String]) async throws(ChatFailure) {
        for path in paths { try path.checkIsFile() }
        for path in paths {
            let name = URL(filePath: path).lastPathComponent
            let kind = FileKinds.kind(of: name)
            let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
            let content = try await bring(.file(path: path), size: size, name: name, kind: kind)
            let source: JSONValue = [
                "mime_type": .string("\(kind);role=source;parent-node-id=root"), "content": content,
            ]
            let isPicture = kind.hasPrefix("image/")
            let names: JSONObject = isPicture ? ["file_name": .string(name)] : ["title": .string(name)]
            try await send([part(isPicture ? "image" : "file", names), source])
        }
    }

    /// Returns a part as it is sent: a body that is too large is uploaded as content.
    func carried(_ part: JSONValue) async throws(ChatFailure) -> JSONValue {
        guard var object = part.object, let body = part["body"]?.string, body.utf8.count > Self.largestBody else {
            return part
        }
        object["content"] = try await bring(
            .bytes(Array(body.utf8)), size: body.utf8.count, name: "body",
            kind: String((part["mime_type"]?.string ?? "").prefix { $0 != ";" }))
        object["body"] = nil
        return .object(object)
    }

    /// Announces and uploads content. Returns the reference for a part.
    private func bring(
        _ body: HTTPRequest.Body, size: Int, name: String, kind: String
    ) async throws(ChatFailure) -> JSONValue {
        let view = try await wire.call(
            "POST", "conversations/\(conversation)/content",
            ["mime_type": .string(kind), "size": .int(size), "name": .string(name)])
        guard let id = view["id"], let address = view["upload_url"]?.string else {
            throw ChatFailure("the web chat accepts no files")
        }
        let line = TransferLine(name, on: simulator.terminal)
        defer { line.finish() }
        var request = wire.request("PUT", at: address)
        request.body = body
        request.timeout = .seconds(600)
        request.onProgress = line.move
        try await wire.send(request)
        return ["id": id, "size": .int(size)]
    }

    func save(file: Int, of message: Int, to path: String) async throws(ChatFailure) {
        guard let address = inbox.address(ofFile: file, in: message) else { throw ChatFailure("there is no such file") }
        let line = TransferLine(URL(filePath: path).lastPathComponent, on: simulator.terminal)
        defer { line.finish() }
        var request = wire.request("GET", at: address)
        request.saveTo = path
        request.timeout = .seconds(600)
        request.responseLimit = .max
        request.onProgress = line.move
        try await wire.send(request)
    }
}
