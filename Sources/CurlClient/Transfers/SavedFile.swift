import Foundation

/// A file that appears under its name whole or not at all.
///
/// It grows under another name beside the final one, and is removed unless `keep()` gives it its name.
struct SavedFile: ~Copyable {
    private let path: String
    private let temporaryPath: String
    private let descriptor: Int32

    /// Throws `badRequest` when there can be no file: better known before anything is sent.
    init(_ path: String) throws(HTTPFailure) {
        var name = Array("\(path).XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { throw .badRequest("`\(path)` cannot be written: \(Self.reason())") }
        self.path = path
        self.descriptor = descriptor
        temporaryPath = name.withUnsafeBufferPointer { $0.baseAddress.map(String.init(cString:)) ?? "" }
    }

    deinit {
        close(descriptor)
        unlink(temporaryPath)
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(HTTPFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .notSaved("`\(path)`: \(Self.reason())") }
            rest = rest.dropFirst(count)
        }
    }

    /// Takes the place of whatever is at the path.
    consuming func keep() throws(HTTPFailure) {
        guard rename(temporaryPath, path) == 0 else { throw .notSaved("`\(path)`: \(Self.reason())") }
    }

    private static func reason() -> String {
        String(cString: strerror(errno))
    }
}
