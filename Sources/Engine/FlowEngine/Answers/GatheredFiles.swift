public import Expressions
public import JSON
public import MessageModel

/// Received files, while more may follow that belong to the same answer.
public struct GatheredFiles: Sendable, Hashable {
    public var files: [HeardFile]
    /// When the answer is complete, unless another file arrives before.
    public var until: Moment
}

extension GatheredFiles: JSONRepresentable {
    public var json: JSONValue { ["files": .array(files.map(\.storedJSON)), "until": .int(until.milliseconds)] }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            files: try json.array("files").map { file throws(JSONError) in try HeardFile(stored: file) },
            until: Moment(milliseconds: try json.int("until")))
    }
}

extension HeardFile {
    /// The file, with what is needed to fetch it stored next to it; a file with nothing to fetch has the older form.
    fileprivate var storedJSON: JSONValue {
        guard let source, case .object(var object) = file.json else { return file.json }
        object["source"] = source
        return .object(object)
    }

    fileprivate init(stored json: JSONValue) throws(JSONError) {
        self.init(try FileReference(json: json), source: json["source"])
    }
}
