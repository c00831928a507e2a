import ChannelRules
import Channels
import FlowModel
import Foundation
import JSON
import MessageModel

/// The bubble of an iMessage app (Interactive Message Types, iMessage App). It never carries `data`, because Apple
/// would refuse the message.
struct AppBubble {
    let interactiveData: JSONObject

    /// - Parameters:
    ///   - icon: the bytes of the app's icon, for devices that do not have the app.
    /// - Throws: when Apple would refuse it.
    init(_ message: AppMessage, of app: MessageApp, icon: [UInt8]?, writer: BubbleWriter) throws(DeliveryFailure) {
        guard let number = Int(app.appID) else {
            throw .giveUp("the app `\(app.name)` has no App Store id: `app_id` is `\(app.appID)`")
        }
        let data = "?" + message.app.query
        guard data.utf8.count <= AppleLimits.appData else {
            throw .giveUp(
                "the data for the app `\(app.name)` has \(data.utf8.count) bytes; Apple accepts \(AppleLimits.appData)")
        }
        var object: JSONObject = ["bid": .string(app.bid), "appId": .int(number), "appName": .string(app.title)]
        object.set("appIcon", icon.map { .string(Data($0).base64EncodedString()) })
        object["URL"] = .string(data)
        object["sessionIdentifier"] = .string(message.question)
        object["useLiveLayout"] = .bool(message.app.isLive)
        let bubble = message.bubble
        object["receivedMessage"] = .object(Self.texts(bubble.title, bubble.note, bubble.around, writer))
        object["replyMessage"] = .object(Self.texts(bubble.reply, nil, bubble.around, writer))
        var whole = object.overlaid(with: bubble.overlay)
        whole["data"] = nil
        interactiveData = whole
    }

    /// Apps draw their picture and size themselves, so there are only texts (InteractiveResponse Dictionary).
    private static func texts(
        _ title: String, _ note: String?, _ around: MessageBubble.AppTexts?, _ writer: BubbleWriter
    ) -> JSONObject {
        var object: JSONObject = ["title": .string(writer.text(title))]
        object.set("subtitle", writer.value(note))
        object.set("imageTitle", writer.value(around?.imageTitle))
        object.set("imageSubtitle", writer.value(around?.imageNote))
        object.set("secondarySubtitle", writer.value(around?.right))
        object.set("tertiarySubtitle", writer.value(around?.rightNote))
        return object
    }
}
