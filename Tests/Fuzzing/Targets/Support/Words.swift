import Diagnostics

/// Stops the fuzzer when the condition is false; the fuzzer then saves the input.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    precondition(condition, message())
}

/// Returns the fuzzer's bytes as the content of a file.
func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: start, count: count))
}

extension Diagnostic {
    /// Whether each of its locations lies within its file.
    func lies(in files: [SourceFile]) -> Bool {
        ([span] + related.map(\.span)).allSatisfy { span in
            files.contains { $0.path == span.file && span.range.upperBound <= $0.bytes.count }
        }
    }
}
