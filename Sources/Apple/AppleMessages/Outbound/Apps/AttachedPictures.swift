import JSON
import Logging
import MessageModel

/// Uploads the picture of an app's bubble to Apple's store: there it travels as an attachment, not inside the message.
struct AttachedPictures: Sendable {
    /// `nil` leaves pictures out.
    let uploads: Uploads?
    let log: DeliveryLog

    /// Returns the message with its picture among its attachments. A picture that cannot be stored is left out: the app
    /// draws its bubble without it.
    func attach(to message: WireMessage, from business: String) async -> JSONObject {
        var content = message.content
        guard let picture = message.attachment else { return content }
        guard let uploads else {
            log.notice("picture omitted", metadata: ["reason": "no file store"])
            return content
        }
        do throws(StoreFailure) {
            content["attachments"] = .array([try await uploads.upload(picture.source, for: business).json])
        } catch {
            log.notice("picture omitted", metadata: ["reason": "\(error)"])
        }
        return content
    }
}
