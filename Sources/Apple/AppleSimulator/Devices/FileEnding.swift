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
