import Expressions
import FlowModel
import MessageModel

/// What customers send: files and places.
extension Run {
    /// How far apart files may come that are one answer (flow language, 3.8).
    private static let pause = TimeLength.seconds(20)

    /// Files answer a question for them; for others, and where they do not fit, the words beside them count.
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
        default: break
        }
        if !text.allSatisfy(\.isWhitespace) { return try hear(text, open) }
        // What comes among pictures and is none does not undo them.
        if open.gathered == nil { try misfit(open) }
    }

    /// Keeps pictures until no more come, or as many as are taken.
    private mutating func gather(
        _ pictures: [HeardFile], _ most: Int, _ open: OpenQuestion
    ) throws(EngineError) {
        let all = Array(((open.gathered?.files ?? []) + pictures).prefix(most))
        if all.count == most { return try accept(all, open) }
        let until = now + Self.pause
        session.open?.gathered = GatheredFiles(files: all, until: until)
    }

    /// Nothing more has come: the answer is complete.
    mutating func takeGathered(_ gathered: GatheredFiles, _ open: OpenQuestion) throws(EngineError) -> String? {
        guard gathered.until <= now else { return "more may follow" }
        try accept(gathered.files, open)
        return nil
    }

    /// A place answers a question for one.
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
    /// Whether the file's name ends as wanted; a name without an ending goes by what the device says the file is.
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
    /// Whether it is a picture, by what the device says it is, else by its name.
    fileprivate var isPicture: Bool {
        if mimeType.hasPrefix("image/") { return true }
        let isUnknown = mimeType.isEmpty || mimeType == "application/octet-stream"
        return isUnknown && ["jpg", "jpeg", "png", "gif", "heic", "heif", "webp", "tif", "tiff"].contains(ending ?? "")
    }

    /// What stands behind the last point of its name, in small letters.
    fileprivate var ending: String? {
        guard let point = name.lastIndex(of: "."), point > name.startIndex else { return nil }
        let ending = name[name.index(after: point)...].lowercased()
        return ending.isEmpty ? nil : ending
    }

    /// The MIME type without its parameters, in small letters.
    fileprivate var mimeType: String { kind.prefix { $0 != ";" }.lowercased() }
}
