import Expressions
import FlowEngine
public import JSON

extension ReplayReport {
    /// The machine-readable report. Fields may be added, never renamed.
    public var json: JSONObject {
        [
            "conversations": .int(conversations), "same": .int(same), "different": .int(different),
            "ends": ends.json, "kept_since": keptSince.map { .string($0.iso) } ?? .null, "unlisted": .int(unlisted),
            "not_played": [
                "sealed": .int(sealed), "cut": .int(cut), "removed": .int(removed), "unreadable": .int(unreadable),
            ],
            "classes": .array(groups.map(\.json)),
        ]
    }
}

extension ReplayReport.Group {
    fileprivate var json: JSONValue {
        [
            "flow": step.map { .string($0.flow) } ?? .null, "step": step.map { .string($0.step) } ?? .null,
            "did": .string(did), "was": .string(was), "is": .string(now),
            "no_answer_of": unanswered.map { .string($0) } ?? .null, "count": .int(count), "ends": ends.json,
            "session": .int(session), "transcript": .string(transcript),
        ]
    }
}

extension ReplayReport.EndCounts {
    fileprivate var json: JSONValue {
        var object = JSONObject()
        for change in EndChange.allCases { object[change.rawValue] = .int(self[change]) }
        return .object(object)
    }
}
