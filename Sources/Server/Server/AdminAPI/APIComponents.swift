import ConversationRuntime
import FlowEngine
import JSON
import Schemas

/// The schemas that routes of the admin API share.
enum APIComponents {
    static let all: [(name: String, schema: Schema)] =
        [
            (
                "Refusal",
                .object(["error": .object(["status": .count(400, 599), "reason": .word])])
            ),
            ("SessionSummary", .object(summary)),
            (
                "Session",
                .object([
                    "id": .integer, "customer": .string, "business": .string, "channel": channel, "flow": .string,
                    "version": .string, "step": .string, "status": status, "answers": .map(of: .anything),
                    "waiting_until": Schema.moment.orNull, "events": .count(0), "started_at": .moment,
                    "active_at": .moment,
                ])
            ),
            (
                "HistoryEntry",
                .object([
                    "turn": .count(0), "version": .string, "event": .map(of: .anything),
                    "effects": .list(of: .map(of: .anything)),
                ])
            ),
            ("CustomerExport", export),
            (
                "ErasureReceipt",
                .object([
                    "receipt": Schema(["const": "erasure"]), "erased_at": .moment,
                    "customer_sha256": .text("^[0-9a-f]{64}$"),
                    "removed": .map(of: .count(0)), "kept": .list(of: .string), "thorough": .boolean,
                    "digest": .text("^sha256:[0-9a-f]{64}$"),
                ])
            ),
            (
                "ReportedEvent",
                .block(
                    [
                        (name: "event", schema: .word), (name: "customer", schema: .word),
                        (name: "session", schema: .count(1)), (name: "values", schema: .map(of: .anything)),
                    ], required: ["event"])
            ),
            (
                "EventReceipt",
                .object([
                    "session": .integer, "outcome": .oneOf(EventReception.allCases.map(\.rawValue)),
                    "repeated": .boolean,
                ])
            ),
            ("Handover", .object(handover, others: handoverDetails)),
            (
                "HandoverConversation",
                .object(
                    [
                        "id": .integer, "customer": .string, "business": .string, "channel": channel, "queue": .string,
                        "since": .moment, "answered": .boolean, "assignee": Schema.string.orNull,
                        "transcript": .list(of: .string), "files": .list(of: .component("StoredFile")),
                    ], others: handoverDetails)
            ),
            (
                "StoredFile",
                .object([
                    "id": .string, "name": .string, "kind": .string, "size": .count(0), "expires_at": .moment,
                ])
            ),
            ("AgentMessage", agentMessage),
            (
                "Queue",
                .object([
                    "name": .string, "address": Schema.string.orNull, "open": .boolean,
                    "closes_at": Schema.moment.orNull, "opens_at": Schema.moment.orNull, "conversations": .count(0),
                    "waiting": .count(0), "oldest_since": Schema.moment.orNull,
                    "first_answer_seconds": .object([
                        "longest": Schema.integer.orNull, "median": Schema.integer.orNull,
                    ]),
                ])
            ),
            (
                "Row",
                .object([
                    "id": .string, "result": .string, "number": .count(1), "state": .string, "kept_at": .moment,
                    "changed_at": .moment, "customer": .string, "channel": channel, "business": .string,
                    "fields": .map(of: .anything),
                ])
            ),
            (
                "Booking",
                .object(
                    [
                        "id": .string, "calendar": .string, "start": .moment, "end": .moment, "name": .string,
                        "customer": .string, "business": .string, "channel": channel, "booked_at": .moment,
                    ], others: ["held_until": .moment])
            ),
            (
                "DeadLetter",
                .object([
                    "id": .integer, "kind": .oneOf(DeadLetter.Kind.allCases.map(\.rawValue)), "customer": .string,
                    "business": .string, "channel": channel, "at": .moment, "reason": .string, "content": .anything,
                ])
            ),
            (
                "AuditEntry",
                .object([
                    "id": .integer, "at": .moment, "actor": .string, "act": .string, "customer": Schema.string.orNull,
                    "object": Schema.string.orNull, "details": .map(of: .anything),
                    "outcome": .oneOf(AuditEntry.Outcome.allCases.map(\.rawValue)),
                ])
            ),
        ] + ofVersions

    private static let channel = Schema.string
    private static let status = Schema.oneOf(Session.Status.allCases.map(\.rawValue))

    private static let summary: KeyValuePairs<String, Schema> = [
        "id": .integer, "customer": .string, "business": .string, "channel": channel, "status": status, "flow": .string,
        "step": .string, "version": .string, "events": .count(0), "started_at": .moment, "active_at": .moment,
    ]

    private static let handover: KeyValuePairs<String, Schema> = [
        "id": .integer, "customer": .string, "business": .string, "channel": channel, "queue": .string,
        "since": .moment, "answered": .boolean, "assignee": Schema.string.orNull,
    ]
    private static let handoverDetails: KeyValuePairs<String, Schema> = [
        "address": .string, "note": .string, "last_message": .string,
    ]

    /// Exactly one kind of message.
    private static var agentMessage: Schema {
        let option = Schema.anyOf([.word, .object(["label": .word], others: ["id": .word])])
        let id = (name: "id", schema: Schema.requestID)
        let kinds: KeyValuePairs<String, Schema> = [
            "text": .word,
            "choices": .object(
                ["title": .word, "options": .list(of: option)], others: ["several": .boolean]),
            "question": .object(["flow": .word, "step": .word]),
            "link": .anyOf([.word, .object(["url": .word], others: ["title": .word])]),
            "file": .word,
        ]
        return .anyOf(kinds.map { .block([(name: $0.key, schema: $0.value), id], required: [$0.key]) })
    }

    /// The parts have many forms; what they have in common with other routes is described there.
    private static var export: Schema {
        let parts = Schema.list(of: .map(of: .anything))
        return .object([
            "customer": .string, "exported_at": .moment, "private_answers": .oneOf(["opened", "left out"]),
            "sessions": parts, "known": parts, "files": parts, "payments": parts,
            "results": .list(of: .component("Row")),
            "web_chat": Schema.map(of: .anything).orNull, "sign_ins": parts, "tokens": parts,
            "dead_letters": .list(of: .component("DeadLetter")),
        ])
    }

    private static var ofVersions: [(name: String, schema: Schema)] {
        let diagnostic = Schema.object([
            "file": .string, "line": .count(1), "column": .count(1), "end_line": .count(1), "end_column": .count(1),
            "severity": .oneOf(["error", "warning"]), "code": .string, "message": .string, "help": Schema.string.orNull,
        ])
        let change = Schema.object(
            [
                "path": .string, "change": .oneOf(["added", "removed", "changed"]), "added": .count(0),
                "removed": .count(0),
            ], others: ["rough": .boolean])
        return [
            (
                "Version",
                .object([
                    "version": .string, "kept_at": .moment, "flows": .count(0), "current": .boolean,
                    "running": .boolean,
                    "sessions": .count(0), "published_at": Schema.moment.orNull, "author": Schema.string.orNull,
                    "note": Schema.string.orNull, "refusal": Schema.string.orNull,
                ])
            ),
            (
                "VersionFiles",
                .object(
                    [
                        "version": .string,
                        "files": .list(
                            of: .object([
                                "path": .string, "role": .string, "size": .count(0), "checksum": .string,
                            ])),
                    ], others: ["differs_from": .string, "changes": .list(of: change)])
            ),
            (
                "Publication",
                .block([
                    (name: "files", schema: .map(of: .string)), (name: "version", schema: .string),
                    (name: "note", schema: .string), (name: "by", schema: .string),
                    (name: "dry_run", schema: .boolean),
                ])
            ),
            (
                "Published",
                .anyOf([
                    .object([
                        "published": .object([
                            "version": .string, "published_at": .moment, "author": .string, "note": .string,
                        ]), "warnings": .list(of: diagnostic),
                    ]),
                    .object([
                        "version": .string, "in_place_of": Schema.string.orNull, "dry_run": .map(of: .anything),
                    ]),
                ])
            ),
            (
                "PublishRefusal",
                .object(
                    ["error": .object(["status": .count(400, 599), "reason": .word])],
                    others: [
                        "diagnostics": .list(of: diagnostic), "errors": .count(0), "warnings": .count(0),
                        "lacks": .list(of: .string),
                    ])
            ),
        ]
    }
}
