package import ConversationRuntime
import Expressions
package import JSON

extension VersionSummary {
    /// Returns the version as JSON.
    ///
    /// - Parameter running: the flows that the server runs.
    package func json(_ running: RunningFlows?) -> JSONValue {
        var object: JSONObject = [
            "version": .string(hash), "kept_at": .string(keptAt.iso), "flows": .int(flows),
            "current": .bool(isCurrent), "running": .bool(running?.version == hash), "sessions": .int(sessions),
        ]
        object["published_at"] = publication.map { .string($0.at.iso) } ?? .null
        object["author"] = publication.map { .string($0.author) } ?? .null
        object["note"] = publication.map { .string($0.note) } ?? .null
        object["refusal"] = refusal.map { .string($0) } ?? .null
        return .object(object)
    }
}

extension FlowVersion {
    /// Its files as JSON, without their contents.
    package var filesJSON: JSONValue {
        .array(
            files.map { file in
                [
                    "path": .string(file.path), "role": .string(file.role.rawValue), "size": .int(file.size),
                    "checksum": .string(file.checksum),
                ]
            })
    }
}

extension Publication {
    package var json: JSONValue {
        [
            "version": .string(version), "published_at": .string(at.iso), "author": .string(author),
            "note": .string(note),
        ]
    }
}
