public import Diagnostics

/// The lines in which two versions of a file differ, in the unified format of `diff` and `patch`.
public struct UnifiedDifference: Sendable {
    /// Empty when there is no difference.
    public let text: String

    private static let context = 3

    private enum Change {
        case same(String)
        case removed(String)
        case added(String)

        var isSame: Bool { if case .same = self { true } else { false } }
    }

    public init(from old: SourceFile, to new: SourceFile) {
        let changes = Self.changes(Self.lines(of: old), Self.lines(of: new))
        guard changes.contains(where: { !$0.isSame }) else {
            text = ""
            return
        }
        let name = old.bytes.isEmpty ? "/dev/null" : "a/\(old.path)"
        text = "--- \(name)\n+++ b/\(new.path)\n" + Self.hunks(changes)
    }

    private static func lines(of file: SourceFile) -> [String] {
        var lines = file.lineStarts.indices.map { file.text(in: file.lineRange($0)) }
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    private static func changes(_ old: [String], _ new: [String]) -> [Change] {
        let difference = new.difference(from: old)
        var removed: Set<Int> = []
        var added: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var changes: [Change] = []
        var (left, right) = (0, 0)
        while left < old.count || right < new.count {
            if left < old.count, removed.contains(left) {
                changes.append(.removed(old[left]))
                left += 1
            } else if right < new.count, added.contains(right) {
                changes.append(.added(new[right]))
                right += 1
            } else {
                changes.append(.same(old[left]))
                left += 1
                right += 1
            }
        }
        return changes
    }

    /// Runs of changes with the lines around them.
    private static func hunks(_ changes: [Change]) -> String {
        var text = ""
        var (old, new) = (1, 1)
        var index = 0
        while let first = changes[index...].firstIndex(where: { !$0.isSame }) {
            let start = max(index, first - context)
            old += start - index
            new += start - index
            var end = first
            var same = 0
            var at = first
            while at < changes.count, same <= 2 * context {
                if changes[at].isSame { same += 1 } else { (end, same) = (at, 0) }
                at += 1
            }
            let last = min(changes.count, end + 1 + context)
            let hunk = changes[start..<last]
            let lengths = (
                hunk.count { if case .added = $0 { false } else { true } },
                hunk.count { if case .removed = $0 { false } else { true } }
            )
            text += "@@ -\(place(old, lengths.0)) +\(place(new, lengths.1)) @@\n"
            for change in hunk {
                switch change {
                case .same(let line): text += " \(line)\n"
                case .removed(let line): text += "-\(line)\n"
                case .added(let line): text += "+\(line)\n"
                }
            }
            old += lengths.0
            new += lengths.1
            index = last
        }
        return text
    }

    /// `3,7`; in front of the first line where there are none.
    private static func place(_ line: Int, _ count: Int) -> String {
        count == 0 ? "\(line - 1),0" : count == 1 ? "\(line)" : "\(line),\(count)"
    }
}
