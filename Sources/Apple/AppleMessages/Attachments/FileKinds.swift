import Foundation
import MessageModel

/// The MIME types of files (IANA registry), by the extensions of their names and, failing that, by their first bytes.
public enum FileKinds {
    static let unknown = "application/octet-stream"

    /// Returns the type by the name alone.
    public static func kind(of name: String) -> String {
        name.lastIndex(of: ".").flatMap { byEnding[name[name.index(after: $0)...].lowercased()] } ?? unknown
    }

    static func kind(of name: String, beginning: Data) -> String {
        if let point = name.lastIndex(of: "."), let kind = byEnding[name[name.index(after: point)...].lowercased()] {
            return kind
        }
        if let format = PictureFormat(Array(beginning.prefix(32))) { return format.mimeType }
        return beginning.starts(with: Array("%PDF-".utf8)) ? "application/pdf" : unknown
    }

    private static let byEnding: [String: String] = [
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "heic": "image/heic",
        "heif": "image/heif", "webp": "image/webp", "tif": "image/tiff", "tiff": "image/tiff", "svg": "image/svg+xml",
        "pdf": "application/pdf", "txt": "text/plain", "csv": "text/csv", "html": "text/html", "htm": "text/html",
        "json": "application/json", "xml": "application/xml", "zip": "application/zip", "gz": "application/gzip",
        "vcf": "text/vcard", "ics": "text/calendar", "rtf": "application/rtf", "doc": "application/msword",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "xls": "application/vnd.ms-excel",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "ppt": "application/vnd.ms-powerpoint",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "pages": "application/vnd.apple.pages", "numbers": "application/vnd.apple.numbers",
        "key": "application/vnd.apple.keynote", "pkpass": "application/vnd.apple.pkpass",
        "usdz": "model/vnd.usdz+zip", "mp4": "video/mp4", "m4v": "video/x-m4v", "mov": "video/quicktime",
        "mp3": "audio/mpeg", "m4a": "audio/mp4", "wav": "audio/wav", "caf": "audio/x-caf", "aac": "audio/aac",
    ]
}
