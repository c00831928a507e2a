import Diagnostics

/// The edits, a run of lines each, that make one text of another.
struct LineDifference {
    let edits: [TextEdit]

    init(_ old: SourceFile, _ new: SourceFile) {
        let (before, after) = (Self.lines(of: old), Self.lines(of: new))
        let removed = Set(
            after.difference(from: before).removals.compactMap {
                if case .remove(let offset, _, _) = $0 { offset } else { nil }
            })
        let inserted = Set(
            after.difference(from: before).insertions.compactMap {
                if case .insert(let offset, _, _) = $0 { offset } else { nil }
            })
        var edits: [TextEdit] = []
        var (left, right, at) = (0, 0, 0)
        while left < before.count || right < after.count {
            let start = at
            var text: [UInt8] = []
            while left < before.count,
                removed.contains(left) || right < after.count && inserted.contains(right) || right >= after.count
            {
                if removed.contains(left) || right >= after.count {
                    at += before[left].count
                    left += 1
                } else {
                    text += after[right]
                    right += 1
                }
            }
            while right < after.count, inserted.contains(right) || left >= before.count {
                text += after[right]
                right += 1
            }
            if start != at || !text.isEmpty {
                edits.append(
                    TextEdit(String(decoding: text, as: UTF8.self), at: Span(file: old.path, range: start..<at)))
            } else if left < before.count {
                at += before[left].count
                left += 1
                right += 1
            }
        }
        self.edits = edits
    }

    /// With their line breaks.
    private static func lines(of file: SourceFile) -> [ArraySlice<UInt8>] {
        file.lineStarts.indices.compactMap { index in
            let end = index + 1 < file.lineStarts.count ? file.lineStarts[index + 1] : file.bytes.count
            let line = file.bytes[file.lineStarts[index]..<end]
            return line.isEmpty ? nil : line
        }
    }
}
