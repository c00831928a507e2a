import Diagnostics

/// What must never happen stops the fuzzer, which then writes down the text.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    precondition(condition, message())
}

/// A file that holds the fuzzer's bytes.
func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: start, count: count))
}

extension Diagnostic {
    /// Whether every place that it names lies in the file it is about.
    func lies(in files: [SourceFile]) -> Bool {
        ([span] + related.map(\.span)).allSatisfy { span in
            files.contains { $0.path == span.file && span.range.upperBound <= $0.bytes.count }
        }
    }
}
