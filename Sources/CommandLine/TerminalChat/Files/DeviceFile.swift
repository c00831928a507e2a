import Foundation
import JSON

/// A file of a message as a device shows it.
struct DeviceFile: Sendable {
    /// Its position in the message, from 1.
    let number: Int
    let name: String
    let kind: String
    /// In bytes.
    let size: Int
    /// Why the device cannot open it.
    let problem: String?

    /// Formats a size, such as `1.2 MB`.
    static func text(bytes: Int) -> String {
        if bytes < 1000 { return "\(bytes) bytes" }
        let units = ["KB", "MB", "GB"]
        var (size, unit) = (Double(bytes) / 1000, 0)
        while size >= 1000, unit < units.count - 1 { (size, unit) = (size / 1000, unit + 1) }
        let digits = size < 10 ? "%.1f" : "%.0f"
        return String(format: digits, locale: Locale(identifier: "en_US_POSIX"), size) + " " + units[unit]
    }
}

extension DeviceFile {
    init(_ json: JSONValue) {
        number = json["number"]?.int ?? 1
        name = json["name"]?.string ?? "file"
        kind = json["mime_type"]?.string ?? "file"
        size = json["size"]?.int ?? 0
        problem = json["problem"]?.string
    }
}
