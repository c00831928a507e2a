import Diagnostics
import Expressions
import FlowEngine
import Foundation
import MessageModel

/// What the customer sends: photos, files, places.
extension Player {
    /// `photo: front.jpg, back.jpg`: files by their names.
    mutating func send(_ line: LineSyntax) throws(PlayFailure) {
        let names = line.text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
        guard !names.isEmpty else {
            throw syntax("which file?", line.verbSpan, "write its name, such as `\(line.verb.rawValue): bike.jpg`")
        }
        let files = names.enumerated().map { index, name in
            let id = "file-\(world.now.milliseconds)-\(index + 1)"
            let kind = Self.kind(of: name) ?? (line.verb == .photo ? "image/jpeg" : "application/octet-stream")
            return HeardFile(FileReference(id: id, name: name, kind: kind, size: 100_000))
        }
        try engine(line) { (world) throws(EngineError) in try world.hear(.files(files, text: "")) }
    }

    /// `place: 52.5, 13.4` is a shared location, an address or a link is a typed text.
    mutating func place(_ line: LineSyntax) throws(PlayFailure) {
        guard let place = PlaceValue(typed: line.text) else {
            throw syntax("`\(line.text)` is no place", line.span, "write an address, or degrees such as `52.5, 13.4`")
        }
        let isPoint = place.latitude != nil && place.name == nil && place.street == nil
        let heard: Heard = isPoint ? .place(place) : .text(line.text)
        try engine(line) { (world) throws(EngineError) in try world.hear(heard) }
    }

    /// MIME types of the IANA registry, by file extension.
    private static func kind(of name: String) -> String? {
        switch name.split(separator: ".").dropFirst().last?.lowercased() {
        case "jpg", "jpeg": "image/jpeg"
        case "png": "image/png"
        case "gif": "image/gif"
        case "heic": "image/heic"
        case "webp": "image/webp"
        case "pdf": "application/pdf"
        case "txt": "text/plain"
        case "csv": "text/csv"
        case "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
        case "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        case "zip": "application/zip"
        case "mov": "video/quicktime"
        case "mp4": "video/mp4"
        default: nil
        }
    }
}

extension LineSyntax {
    /// Whether an answer of several files may continue after this line; after any other it is complete.
    var mayAddFiles: Bool { [.photo, .file, .wait].contains(verb) || verb == .expect && text == "nothing" }
}
