/// A validation error in a received JSON value, with its location.
///
/// Each level that reads a member prepends the member's key to the path, so that valid values incur no cost for paths.
struct ValidationError: Error, Equatable, CustomStringConvertible {
    /// The path from the outermost object inwards, such as `interactiveData.data.images[2].identifier`; empty for the
    /// whole value.
    private(set) var path: String
    /// The error as a sentence without its full stop.
    let reason: String

    init(_ reason: String) {
        path = ""
        self.reason = reason
    }

    init(_ key: String, _ reason: String) {
        path = key
        self.reason = reason
    }

    /// Returns the same error as seen by the object whose member `key` holds the value.
    func inside(_ key: String) -> ValidationError {
        var outer = self
        outer.path = path.isEmpty || path.hasPrefix("[") ? key + path : "\(key).\(path)"
        return outer
    }

    var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
}

/// Runs `read`, and prepends `key` to the path of its error.
func within<Value>(_ key: String, _ read: () throws(ValidationError) -> Value) throws(ValidationError) -> Value {
    do {
        return try read()
    } catch {
        throw error.inside(key)
    }
}
