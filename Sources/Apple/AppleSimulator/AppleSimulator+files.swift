import Concurrency
import Expressions
import Foundation
public import NIOCore

/// Customers' files.
extension AppleSimulator {
    /// Attaches a file to the customer's draft: it is encrypted and uploaded, and sent with the next message.
    ///
    /// - Parameters:
    ///   - bytes: read in pieces, never held in memory as a whole.
    ///   - mimeType: `nil` derives it from the extension of the name.
    public func hold<Bytes: AsyncSequence & Sendable>(
        _ bytes: Bytes, named name: String, mimeType: String? = nil, on id: DeviceID
    ) async throws where Bytes.Element == ByteBuffer {
        let device = try world.device(id)
        guard !name.isEmpty, name.count <= 255, !name.contains(where: { $0 == "/" || $0.isNewline }) else {
            throw SimulatorRefusal.invalid("name: expected a file's name of 1 to 255 characters without `/`")
        }
        let key = FileKey()
        do {
            let (stored, facts) = try await store.add(
                bytes, key: key, for: device.description.business, signed: device.description.wire.checksum)
            try device.draft.add(
                OutgoingFile(
                    name: name, mimeType: mimeType ?? FileEnding.mimeType(of: name), stored: stored, key: key,
                    facts: facts))
        } catch let refusal as GatewayRefusal {
            throw SimulatorRefusal.invalid("the file was rejected: \(refusal.reason)")
        }
    }

    /// Sends the files of the draft, with or without a text.
    @discardableResult
    public func sendHeldFiles(text: String = "", from id: DeviceID) async throws -> WebhookOutcome {
        let device = try world.device(id)
        let files = device.draft.take()
        guard !files.isEmpty else { throw SimulatorRefusal.conflict("no file is held that could be sent") }
        return try await send(text, files, from: device)
    }

    /// Sends one file whose bytes are in memory.
    @discardableResult
    public func send(
        file bytes: [UInt8], named name: String, mimeType: String? = nil, text: String = "", from id: DeviceID
    ) async throws -> WebhookOutcome {
        try await hold(AsyncStream(ByteBuffer(bytes: bytes)), named: name, mimeType: mimeType, on: id)
        return try await sendHeldFiles(text: text, from: id)
    }

    /// The customer shares a place: iPhones send a card with an Apple Maps link, Macs the link alone.
    @discardableResult
    public func share(_ place: SharedPlace, from id: DeviceID) async throws -> WebhookOutcome {
        let device = try world.device(id)
        if device.description.kind == .mac { return try await send(text: place.link, from: id) }
        return try await send(
            file: Array(place.card.utf8), named: place.fileName, mimeType: SharedPlace.mimeType, from: id)
    }

    /// Returns the decrypted bytes of a message's file, piece by piece, while the store has it.
    ///
    /// - Parameters:
    ///   - entry: the number of the entry in the device's transcript.
    ///   - number: the number of the file in its message, starting at 1.
    func file(
        _ number: Int, of entry: Int, on id: DeviceID
    ) throws(SimulatorRefusal) -> (file: TranscriptFile, bytes: StoreReader) {
        let device = try world.device(id)
        let files = device.transcript.read { $0.entries[entry]?.files ?? [] }
        guard let file = files.element(numbered: number) else {
            throw .notFound("the entry \(entry) of the device `\(id)` has no file \(number)")
        }
        do {
            let stored = try store.file(file.url, of: device.description.business)
            return (file, try StoreReader(stored, key: file.key))
        } catch {
            throw .notFound("the store no longer has this file; files are deleted after 30 days")
        }
    }

    func send(_ text: String, _ files: [OutgoingFile], from device: Device) async throws -> WebhookOutcome {
        let message = WebhookMessage.text(text, files, device.description.wire, id: identifiers.uuid())
        return try await send(message, as: .text(text), files: files.map(\.shown), from: device)
    }
}

extension AsyncStream where Element == ByteBuffer {
    fileprivate init(_ buffer: ByteBuffer) {
        self.init { continuation in
            continuation.yield(buffer)
            continuation.finish()
        }
    }
}

/// Derives a file's type from the extension of its name.
enum FileEnding {
    /// MIME types of the IANA registry, and those of Apple's own types of files.
    private static let mimeTypes = [
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "heic": "image/heic",
        "webp": "image/webp", "pdf": "application/pdf", "txt": "text/plain", "csv": "text/csv",
        "mov": "video/quicktime",
        "mp4": "video/mp4", "m4a": "audio/mp4", "caf": "audio/x-caf", "zip": "application/zip",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "pkpass": "application/vnd.apple.pkpass", "usdz": "model/vnd.usdz+zip", "vcf": "text/vcard",
    ]

    static func mimeType(of name: String) -> String {
        if name.lowercased().hasSuffix(".loc.vcf") { return SharedPlace.mimeType }
        let ending = name.split(separator: ".").dropFirst().last?.lowercased() ?? ""
        return mimeTypes[ending] ?? "application/octet-stream"
    }
}
