/// What is wrong with a JSON value that somebody sent, and where it stands.
///
/// Each level that reads a member puts the member's key before the path, so that nothing is spent on paths while
/// everything is as it should be.
struct Complaint: Error, Equatable, CustomStringConvertible {
    /// From the outermost object inwards, such as `interactiveData.data.images[2].identifier`; empty for the whole
    /// value.
    private(set) var path: String
    /// What is wrong there, as a sentence without its full stop.
    let reason: String

    init(_ reason: String) {
        path = ""
        self.reason = reason
    }

    init(_ key: String, _ reason: String) {
        path = key
        self.reason = reason
    }

    /// The same complaint as seen by the object whose member `key` holds the value.
    func inside(_ key: String) -> Complaint {
        var outer = self
        outer.path = path.isEmpty || path.hasPrefix("[") ? key + path : "\(key).\(path)"
        return outer
    }

    var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
}

/// Runs `read`, and puts `key` before the path of what it complains about.
func within<Value>(_ key: String, _ read: () throws(Complaint) -> Value) throws(Complaint) -> Value {
    do {
        return try read()
    } catch {
        throw error.inside(key)
    }
}
