import Foundation
import JSON

/// A file of a message, as the message describes it.
///
/// Source: Apple, MSP REST API, Sending Messages with Attachments. `size` is a string in one of Apple's samples and a
/// number in others; either is accepted.
struct Attachment: Sendable {
    let name: String
    let mimeType: String
    let size: Int
    let key: FileKey
    let url: String
    let owner: String
    let signature: [UInt8]

    private static let known: Set<String> = [
        "name", "mimeType", "size", "key", "url", "owner", "signature", "signature-base64",
    ]
    private static let misspelt = [
        "mime-type": "mimeType", "mimetype": "mimeType", "filename": "name", "decryption-key": "key",
        "mmcs-url": "url", "mmcs-owner": "owner", "file-size": "size", "fileChecksum": "signature-base64",
        "signatureBase64": "signature-base64", "mmcs-signature-hex": "signature",
    ]
    /// The character in the text of a message that marks the place of a file.
    static let placeholder: Character = "\u{FFFC}"

    init(checking value: JSONValue) throws(ValidationError) {
        let fields = try Fields(value, known: Self.known, misspelt: Self.misspelt)
        name = try fields.text("name", limit: 255)
        mimeType = try fields.text("mimeType")
        guard mimeType.split(separator: "/", omittingEmptySubsequences: false).count == 2 else {
            throw ValidationError("mimeType", "`\(mimeType)` is not a MIME type, such as `image/jpeg`")
        }
        size = try fields.required("size") { value throws(ValidationError) in
            guard let size = value.int ?? value.string.flatMap({ Int($0) }), size > 0 else {
                throw ValidationError(
                    "expected the bytes of the encrypted file, found \(value.text.prefix(100))")
            }
            return size
        }
        guard let key = FileKey(wire: try fields.text("key")) else {
            throw ValidationError("key", "expected 66 hexadecimal digits: `00`, then the 32 bytes of the key")
        }
        self.key = key
        url = try fields.text("url")
        owner = try fields.text("owner")
        signature = try Self.signature(in: fields)
    }

    private static func signature(in fields: Fields) throws(ValidationError) -> [UInt8] {
        if let digits = try fields.optionalText("signature"), !fields.has("signature-base64") {
            guard let bytes = Hexadecimal.bytes(digits) else {
                throw ValidationError("signature", "expected hexadecimal digits")
            }
            return bytes
        }
        guard let bytes = Data(base64Encoded: try fields.text("signature-base64")) else {
            throw ValidationError(
                "signature-base64", "this is not base64; it is `fileChecksum` of the upload, as it came")
        }
        return Array(bytes)
    }

    /// Reads `attachments` of a message. The text contains one object replacement character (U+FFFC) for each.
    static func list(in fields: Fields, type: String) throws(ValidationError) -> [Attachment] {
        let attachments = try fields.optionalList("attachments") { value throws(ValidationError) in
            try Attachment(checking: value)
        }
        guard type == "text" else {
            guard attachments.isEmpty || type == "interactive" else {
                throw ValidationError("attachments", "a message of type `\(type)` has no files")
            }
            return attachments
        }
        let places = try fields.optionalText("body")?.count { $0 == placeholder } ?? 0
        guard places == attachments.count else {
            throw ValidationError(
                "body",
                "U+FFFC marks the place of each file; here it occurs \(places) times for \(attachments.count) files")
        }
        return attachments
    }

    /// Returns the file in the store to which the attachment refers.
    ///
    /// A signature that does not match is detected by the devices that fetch the file.
    func stored(in store: AttachmentStore, for business: BusinessID) throws(ValidationError) -> StoredFile {
        let file: StoredFile
        do {
            file = try store.file(url, of: business)
        } catch {
            throw ValidationError("url", error.reason)
        }
        guard case .attachment = file.content else {
            throw ValidationError("url", "this is not a file that was uploaded")
        }
        guard file.owner == owner else { throw ValidationError("owner", "this is not the owner of the file") }
        guard file.size == size else {
            throw ValidationError("size", "the file has \(file.size) bytes encrypted, not \(size)")
        }
        return file
    }
}
