public import Expressions
public import JSON

/// Files that have come, while more may follow that belong to the same answer.
public struct GatheredFiles: Sendable, Hashable {
    public var files: [FileReference]
    /// When the answer is complete, unless another file comes before.
    public var until: Moment
}

extension GatheredFiles: JSONRepresentable {
    public var json: JSONValue { ["files": .array(files.map(\.json)), "until": .int(until.milliseconds)] }

    public init(json: JSONValue) throws(JSONError) {
        self.init(files: try json.list("files"), until: Moment(milliseconds: try json.int("until")))
    }
}
