import Foundation
import JSON
import Logging
import MessageModel

/// Puts the picture of an app's bubble into Apple's store: there it travels as an attachment, not inside the message.
struct AttachedPictures: Sendable {
    /// `nil` leaves pictures out.
    let store: AppleStore?
    let pictures: any PictureSource
    let logger: Logger

    /// The message with its picture among its attachments. One that cannot be had or stored is left out: the app draws its
    /// bubble without it.
    func attach(to message: WireMessage, from business: String) async -> JSONObject {
        var content = message.content
        guard let picture = message.attachment else { return content }
        do throws(StoreFailure) {
            let file = try await uploaded(picture, business)
            content["attachments"] = .array([file.json])
        } catch {
            logger.notice("a picture was left out", metadata: ["reason": "\(error)"])
        }
        return content
    }

    private func uploaded(_ picture: Picture, _ business: String) async throws(StoreFailure) -> UploadedFile {
        guard let store else { throw .unusable("there is none") }
        guard let bytes = await pictures.bytes(of: picture) else { throw .unusable("the picture cannot be had") }
        let kind = PictureFormat(bytes)
        let file = FileManager.default.temporaryDirectory.appending(path: "usher-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        do {
            try Data(bytes).write(to: file)
        } catch {
            throw .disk("\(error)")
        }
        return try await store.upload(
            StoredBytes(
                path: file.path, name: "picture.\(kind?.rawValue ?? "bin")",
                kind: kind?.mimeType ?? "application/octet-stream"), for: business)
    }
}
