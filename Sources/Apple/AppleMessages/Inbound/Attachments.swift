import Expressions
import JSON
import MessageModel

/// Reads the `attachments` of a posted message (MSP REST API, Incoming Messages; and older spellings that programs
/// still encounter). Fetches nothing: each file carries what is needed to fetch it.
enum Attachments {
    /// The limits on what is kept; real messages stay far below.
    private enum Most {
        static let files = 50
        static let name = 255
        static let value = 4_096
    }

    /// - Parameter id: the id of the message, from which the ids of its files are derived.
    static func files(of message: JSONValue, id: String) -> [HeardFile] {
        (message["attachments"]?.array ?? []).prefix(Most.files).enumerated().compactMap { index, attachment in
            guard attachment.object != nil else { return nil }
            let file = FileReference(
                id: "\(id)-\(index + 1)", name: name(attachment, number: index + 1),
                kind: attachment.text("mimeType", "mime-type") ?? "application/octet-stream",
                size: size(attachment))
            return HeardFile(file, source: source(attachment))
        }
    }

    private static func name(_ attachment: JSONValue, number: Int) -> String {
        let name = attachment.text("name")?.split { $0 == "/" || $0 == "\\" || $0.isNewline }.last
        return name.map { String($0.prefix(Most.name)) } ?? "file-\(number)"
    }

    /// Returns the size in bytes: a number or, from some devices, a string; an implausible value counts as larger than
    /// any limit.
    private static func size(_ attachment: JSONValue) -> Int {
        let value = attachment["size"] ?? attachment["file-size"]
        let size = value?.int ?? value?.string.flatMap { Int($0) }
        return size.flatMap { $0 >= 0 ? $0 : nil } ?? .max
    }

    /// Returns the values needed to fetch the file, under the names that Apple uses today.
    private static func source(_ attachment: JSONValue) -> JSONValue {
        var object = JSONObject()
        let names = [
            ("url", "mmcs-url"), ("owner", "mmcs-owner"), ("key", "decryption-key"),
            ("signature", "mmcs-signature-hex"), ("signature-base64", "mmcs-signature"),
        ]
        for (name, older) in names { object.set(name, attachment.text(name, older).map { .string($0) }) }
        return .object(object)
    }

    fileprivate static var longestValue: Int { Most.value }
}

extension JSONValue {
    /// Returns the first of these members that is a text of plausible length.
    fileprivate func text(_ names: String...) -> String? {
        for name in names {
            if let text = self[name]?.string, !text.isEmpty, text.utf8.count <= Attachments.longestValue { return text }
        }
        return nil
    }
}
