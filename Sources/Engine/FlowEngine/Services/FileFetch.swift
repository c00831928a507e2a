public import Expressions
import JSON
public import MessageModel

/// The download of files that a customer has sent. It reports back as a call does, under its id, and is repeated after
/// a restart until the files are available.
public struct FileFetch: Sendable, Hashable {
    /// A UUID; the same on every attempt.
    public var id: String
    /// The files to fetch, in order.
    public var files: [HeardFile]
    /// Whether the files answer a private question.
    public var isPrivate: Bool
    /// Whether the files are left out, because this is for a history without private content.
    var isRedacted = false

    public init(id: String, files: [HeardFile], isPrivate: Bool) {
        self.id = id
        self.files = files
        self.isPrivate = isPrivate
    }

    /// The fetch without its files.
    var redacted: FileFetch {
        var fetch = FileFetch(id: id, files: [], isPrivate: true)
        fetch.isRedacted = true
        return fetch
    }
}

/// The stored form is that of a call: a name that no action of a flow can have, and inputs.
extension FileFetch {
    public static let storedName = "@fetch"

    fileprivate static let filesName = "files"
    private static let privateName = "private"
    /// In place of the inputs, or of the results, when the files are private.
    static let redactedFields = Fields([(filesName, .text("(\(filesName))"))])

    public init(id: String, inputs: Fields) {
        if inputs == Self.redactedFields {
            self = FileFetch(id: id, files: [], isPrivate: true).redacted
            return
        }
        self.init(id: id, files: Self.files(in: inputs), isPrivate: inputs[Self.privateName] == .yesNo(true))
    }

    public var inputs: Fields {
        if isRedacted { return Self.redactedFields }
        let items = files.map { file in
            var item = Fields([("file", .file(file.file))])
            item["source"] = file.source.map { .text($0.text) }
            return Value.record(item)
        }
        return Fields([(Self.filesName, .list(items)), (Self.privateName, .yesNo(isPrivate))])
    }

    private static func files(in inputs: Fields) -> [HeardFile] {
        guard case .list(let items)? = inputs[filesName] else { return [] }
        return items.compactMap { item in
            guard case .file(let file)? = item.field("file") else { return nil }
            let source = item.field("source")?.words.flatMap { try? JSONValue(parsing: $0) }
            return HeardFile(file, source: source)
        }
    }
}

extension ActionOutcome {
    /// The outcome of a download: all files are available, with what is now known of them.
    public static func fetched(_ files: [FileReference]) -> ActionOutcome {
        .gave(Fields([(FileFetch.filesName, .list(files.map { .file($0) }))]))
    }

    /// The files of a download that succeeded; `nil` for any other outcome.
    var fetchedFiles: [Value]? {
        guard case .gave(let fields) = self, case .list(let items)? = fields[FileFetch.filesName], !items.isEmpty,
            items.allSatisfy({ if case .file = $0 { true } else { false } })
        else { return nil }
        return items
    }
}
