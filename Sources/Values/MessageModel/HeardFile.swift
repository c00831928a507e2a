public import Expressions
public import JSON

/// A file that a customer sent, before it has been fetched.
public struct HeardFile: Sendable, Hashable {
    /// What the flow sees of it; its size is what the device reports.
    public var file: FileReference
    /// What the channel needs to fetch it, in the channel's own format; `nil` where there is nothing to fetch.
    public var source: JSONValue?

    public init(_ file: FileReference, source: JSONValue? = nil) {
        self.file = file
        self.source = source
    }
}

extension HeardFile: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["file": file.json]
        object.set("source", source)
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(try FileReference(json: try json.required("file")), source: json["source"])
    }
}
