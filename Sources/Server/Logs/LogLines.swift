import Foundation

/// Takes log lines as text, one at a time, and writes each on a line of its own, without anything in it that would steer a
/// terminal or look like a line of ours.
public struct LogLines: TextOutputStream, Sendable {
    private let write: @Sendable (String) -> Void

    /// Writes to standard error.
    public init() { self.init { FileHandle.standardError.write(Data($0.utf8)) } }

    init(write: @escaping @Sendable (String) -> Void) { self.write = write }

    public func write(_ line: String) {
        let end = line.unicodeScalars.last == "\n" ? 1 : 0
        write(String(line.unicodeScalars.dropLast(end)).onOneLine + "\n")
    }
}
