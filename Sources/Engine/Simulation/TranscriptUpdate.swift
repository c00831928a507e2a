public import Diagnostics

/// A new text for a `bot:` line of a transcript.
public struct TranscriptUpdate: Sendable, Hashable {
    /// The location of the line's verb.
    public let line: Span
    /// The text of the line in the file.
    public let old: String
    /// The bot's message, on one line; `nil` when there was none, so that the line must be removed.
    public let new: String?
}

extension [TranscriptUpdate] {
    /// A transcript with the lines updated; comments, blank lines and all other lines stay.
    public func applied(to file: SourceFile) -> String {
        var lines = file.lineStarts.indices.map { index in
            let end = index + 1 < file.lineStarts.count ? file.lineStarts[index + 1] : file.bytes.count
            return Optional(file.text(in: file.lineStarts[index]..<end))
        }
        for update in self where update.line.file == file.path {
            let index = file.line(at: update.line.range.lowerBound)
            let range = file.lineRange(index)
            let colon = file.bytes[range].firstIndex(of: UInt8(ascii: ":")) ?? range.upperBound
            let start = file.text(in: range.lowerBound..<Swift.min(colon + 1, range.upperBound))
            let end = (lines[index] ?? "").drop { !$0.isNewline }
            lines[index] = update.new.map { "\(start) \($0)\(end)" }
        }
        return lines.compactMap { $0 }.joined()
    }
}
