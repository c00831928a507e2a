package import ConversationRuntime
package import JSON

/// The difference between two versions, file by file.
package struct VersionDifference: Sendable, Equatable {
    package struct Change: Sendable, Equatable {
        package enum Kind: String, Sendable { case added, removed, changed }

        package let path: String
        package let kind: Kind
        /// The number of lines added and removed; 0 for files that are not text.
        package let added: Int
        package let removed: Int
        /// Whether the texts differ too much for a comparison line by line; then all lines from the first change to the
        /// last count.
        package let isRough: Bool
    }

    /// Sorted by path.
    package let changes: [Change]

    package init(from old: FlowVersion, to new: FlowVersion) {
        let before = Dictionary(old.files.map { ($0.path, $0) }) { first, _ in first }
        let after = Dictionary(new.files.map { ($0.path, $0) }) { first, _ in first }
        changes = Set(before.keys).union(after.keys).sorted().compactMap { path in
            let (was, becomes) = (before[path], after[path])
            guard was?.checksum != becomes?.checksum else { return nil }
            let lines = LineDifference(from: was?.lines ?? [], to: becomes?.lines ?? [])
            let kind: Change.Kind = was == nil ? .added : becomes == nil ? .removed : .changed
            return Change(
                path: path, kind: kind, added: lines.added, removed: lines.removed, isRough: !lines.isShortest)
        }
    }

    package var json: JSONValue {
        .array(
            changes.map { change in
                var object: JSONObject = [
                    "path": .string(change.path), "change": .string(change.kind.rawValue),
                    "added": .int(change.added), "removed": .int(change.removed),
                ]
                if change.isRough { object["rough"] = true }
                return .object(object)
            })
    }
}

extension FlowVersion.File {
    fileprivate var lines: [Substring] {
        content.map { String(decoding: $0, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) }
            ?? []
    }
}
