import Expressions
import FlowModel
import MessageModel

/// Files and places from customers.
extension TurnBuilder {
    /// The longest interval between files of one answer (flow language, 3.8).
    private static let pause = TimeLength.seconds(20)

    /// Files answer a question for files; for other questions, and where they are not accepted, their caption counts.
    mutating func hear(_ files: [HeardFile], _ text: String, _ open: OpenQuestion) throws(EngineError) {
        let small = files.filter(isSmall)
        switch open.asked.kind {
        case .photo(let photo) where photo.isList:
            let pictures = small.filter(\.file.isPicture)
            if !pictures.isEmpty { return try gather(pictures, photo.atMost, open) }
        case .photo:
            if let picture = small.first(where: \.file.isPicture) { return try accept([picture], open) }
        case .file(let question):
            if let file = small.first(where: { question.takes($0.file) }) { return try accept([file], open) }
        case .choice, .times, .text, .number, .money, .date, .signIn, .pay, .app, .place, .form: break
        }
        if !text.allSatisfy(\.isWhitespace) { return try hear(text, open) }
        // Another kind of file among pictures does not discard them.
        if open.gathered == nil { try misfit(open) }
    }

    /// Collects pictures until no more arrive, or until the limit is reached.
    private mutating func gather(
        _ pictures: [HeardFile], _ most: Int, _ open: OpenQuestion
    ) throws(EngineError) {
        let all = Array(((open.gathered?.files ?? []) + pictures).prefix(most))
        if all.count == most { return try accept(all, open) }
        let until = now + Self.pause
        session.open?.gathered = GatheredFiles(files: all, until: until)
    }

    /// Completes the answer when no more files have arrived.
    mutating func takeGathered(_ gathered: GatheredFiles, _ open: OpenQuestion) throws(EngineError) -> Handling {
        guard gathered.until <= now else { return .ignored("more may follow") }
        try accept(gathered.files, open)
        return .handled
    }

    /// Handles a place, which answers a question for one.
    mutating func hear(_ place: PlaceValue, _ open: OpenQuestion) throws(EngineError) {
        if case .place(let question) = open.asked.kind, let answer = question.answer(place) {
            try accept(answer, open)
        } else {
            try misfit(open)
        }
    }
}

extension AskedPlace {
    func answer(_ place: PlaceValue) -> Value? { isAddress && !place.isAddress ? nil : .place(place) }

    func answer(_ text: String) -> Value? { PlaceValue(typed: text).flatMap { answer($0) } }
}

extension AskedFile {
    /// Whether the file's extension is accepted; for a name without one, the MIME type from the device decides.
    func takes(_ file: FileReference) -> Bool {
        guard !endings.isEmpty else { return true }
        guard let ending = file.ending else { return endings.contains { Self.kinds[$0] == file.mimeType } }
        return endings.contains { Self.same($0) == Self.same(ending) }
    }

    private static func same(_ ending: String) -> String {
        switch ending {
        case "jpeg": "jpg"
        case "tiff": "tif"
        case "htm": "html"
        default: ending
        }
    }

    /// MIME types of the IANA registry.
    private static let kinds = [
        "pdf": "application/pdf", "txt": "text/plain", "csv": "text/csv", "html": "text/html", "jpg": "image/jpeg",
        "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "heic": "image/heic", "zip": "application/zip",
        "doc": "application/msword", "xls": "application/vnd.ms-excel", "ppt": "application/vnd.ms-powerpoint",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    ]
}

extension FileReference {
    /// Whether it is a picture, according to the MIME type from the device, otherwise to its extension.
    fileprivate var isPicture: Bool {
        if mimeType.hasPrefix("image/") { return true }
        let isUnknown = mimeType.isEmpty || mimeType == "application/octet-stream"
        return isUnknown && ["jpg", "jpeg", "png", "gif", "heic", "heif", "webp", "tif", "tiff"].contains(ending ?? "")
    }

    /// The text after the last dot of its name, in lower case.
    fileprivate var ending: String? {
        guard let point = name.lastIndex(of: "."), point > name.startIndex else { return nil }
        let ending = name[name.index(after: point)...].lowercased()
        return ending.isEmpty ? nil : ending
    }

    /// The MIME type without its parameters, in lower case.
    fileprivate var mimeType: String { kind.prefix { $0 != ";" }.lowercased() }
}
