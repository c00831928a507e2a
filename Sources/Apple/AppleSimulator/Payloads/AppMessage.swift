import Foundation
import JSON

/// The bubble of an iMessage app of the business's own.
///
/// Source: Apple, Interactive Message Types, "Custom InteractiveData". `appId` is a number on the wire, whatever the
/// table says; `appIcon` is required by the table and absent from the sample, so it is optional here.
public struct AppMessage: Sendable {
    /// The extension that opens, with the team that made it.
    public let bid: String
    /// The app's number in the App Store.
    public let appID: Int
    public let appName: String
    /// The data passed to the app.
    public let url: String
    /// Returned with the answer; without it the device generates one.
    public let sessionIdentifier: String?
    public let receivedMessage: BubbleText

    private static let known: Set<String> = [
        "bid", "appId", "appName", "appIcon", "URL", "sessionIdentifier", "receivedMessage", "replyMessage",
        "useLiveLayout", "data",
    ]
    private static let misspelt = [
        "appID": "appId", "appid": "appId", "url": "URL", "Url": "URL", "sessionId": "sessionIdentifier",
        "receivedmessage": "receivedMessage", "replymessage": "replyMessage", "liveLayout": "useLiveLayout",
        "appname": "appName", "icon": "appIcon", "appicon": "appIcon", "BID": "bid",
    ]
    private static let prefix = "com.apple.messages.MSMessageExtensionBalloonPlugin:"
    /// "Smaller than 15 KB."
    private static let iconLimit = 15 * 1024 - 1
    private static let urlLimit = 64 * 1024

    /// Whether interactive data is for an app rather than for the extension of Messages for Business.
    static func isMeant(by value: JSONValue) -> Bool {
        guard let bid = value["bid"]?.string else { return false }
        return bid.hasPrefix(prefix) && !bid.hasPrefix(prefix + "0000000000:")
    }

    init(checking value: JSONValue, limits: PayloadLimits) throws(ValidationError) {
        let fields = try Fields(value, known: Self.known, misspelt: Self.misspelt)
        guard !fields.has("data") else {
            throw ValidationError("data", "Third party interactive data disallows use of 'data'")
        }
        bid = try Self.bid(in: fields)
        appID = try fields.integer("appId")
        guard appID > 0 else { throw ValidationError("appId", "the app's number in the App Store is above 0") }
        let context = PayloadContext(limits: limits)
        appName = try fields.title("appName", context)
        try fields.optional("appIcon") { value throws(ValidationError) in
            _ = try Base64Image(checking: value, png: false, limit: Self.iconLimit)
        }
        url = try Self.url(in: fields)
        sessionIdentifier = try fields.optionalText("sessionIdentifier")
        _ = try fields.optionalFlag("useLiveLayout")
        receivedMessage = try fields.required("receivedMessage") { value throws(ValidationError) in
            try BubbleText(checking: value, context, ofApp: true)
        }
        try fields.optional("replyMessage") { value throws(ValidationError) in
            _ = try BubbleText(checking: value, context, ofApp: true)
        }
    }

    private static func bid(in fields: Fields) throws(ValidationError) -> String {
        let bid = try fields.text("bid")
        let parts = bid.dropFirst(prefix.count).split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
            throw ValidationError(
                "bid", "`\(bid)` should end with the id of the team, a colon and the id of the extension")
        }
        return bid
    }

    private static func url(in fields: Fields) throws(ValidationError) -> String {
        let url = try fields.text("URL")
        guard url.utf8.count <= urlLimit else {
            throw ValidationError("URL", "\(url.utf8.count) bytes are too many; \(urlLimit) are allowed")
        }
        guard URL(string: url) != nil else {
            throw ValidationError(
                "URL", "this is not an address; the query of one is accepted, such as `?order=7`, percent-encoded")
        }
        return url
    }
}
