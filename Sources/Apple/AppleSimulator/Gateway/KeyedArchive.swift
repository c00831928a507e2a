import Foundation
import JSON

/// A large answer in the format of some devices: a keyed archive of Messages' data for a bubble, as a binary property
/// list.
///
/// Source: records of real devices. The texts of the bubble, and with those of the reply the answer, are in the query
/// of `URL` as JSON in base64, and `ldtext` is the chosen title.
enum KeyedArchive {
    static func bytes(of data: JSONValue) throws -> [UInt8] {
        let bubble = data["data"] ?? data
        let title = bubble["replyMessage"]?["title"]?.string ?? ""
        guard let url = NSURL(string: url(of: bubble)) else { throw CocoaError(.coderInvalidValue) }
        let members: NSDictionary = [
            "an": "Business", "ldtext": title, "layoutClass": "MSMessageTemplateLayout",
            "sessionIdentifier": data["sessionIdentifier"]?.string ?? "",
            "URL": url, "userInfo": ["caption": title] as NSDictionary,
        ]
        return Array(try NSKeyedArchiver.archivedData(withRootObject: members, requiringSecureCoding: false))
    }

    private static func url(of bubble: JSONValue) -> String {
        var reply = bubble["replyMessage"]?.object ?? [:]
        for (name, value) in bubble.object ?? [:] where !["receivedMessage", "replyMessage", "images"].contains(name) {
            reply[name] = value
        }
        let parts = [("receivedMessage", bubble["receivedMessage"] ?? [:]), ("replyMessage", .object(reply))]
        let texts = parts.map { "\($0)=\(Data($1.bytes).base64EncodedString())" }
        return "?" + texts.joined(separator: "&").replacing("+", with: "%2B").replacing("/", with: "%2F")
    }
}
