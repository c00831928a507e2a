public import Expressions
import JSON
public import MessageModel

/// The download of files that a customer has sent. It is represented as a call, so that it survives a restart and is
/// retried under the same id until the files are available.
public enum FileFetch {
    /// The name of the call. No action of a flow can have this name.
    public static let action = "@fetch"

    private static let filesName = "files"
    private static let privateName = "private"

    static func inputs(_ files: [HeardFile], isPrivate: Bool) -> Fields {
        let items = files.map { file in
            var item = Fields([("file", .file(file.file))])
            item["source"] = file.source.map { .text($0.text) }
            return Value.record(item)
        }
        return Fields([(filesName, .list(items)), (privateName, .yesNo(isPrivate))])
    }

    /// The redacted inputs of the call when the files are private.
    static let shownInputs = Fields([(filesName, .text("(\(filesName))"))])

    /// The files to fetch, in order.
    public static func files(in inputs: Fields) -> [HeardFile] {
        guard case .list(let items)? = inputs[filesName] else { return [] }
        return items.compactMap { item in
            guard case .file(let file)? = item.field("file") else { return nil }
            let source = item.field("source")?.words.flatMap { try? JSONValue(parsing: $0) }
            return HeardFile(file, source: source)
        }
    }

    /// Whether the files answer a private question.
    public static func isPrivate(_ inputs: Fields) -> Bool { inputs[privateName] == .yesNo(true) }

    /// The results of the call when all files are available, with what is now known of them.
    public static func results(_ files: [FileReference]) -> Fields {
        Fields([(filesName, .list(files.map { .file($0) }))])
    }

    static func files(inResults fields: Fields) -> [Value]? {
        guard case .list(let items)? = fields[filesName], !items.isEmpty,
            items.allSatisfy({ if case .file = $0 { true } else { false } })
        else { return nil }
        return items
    }
}
