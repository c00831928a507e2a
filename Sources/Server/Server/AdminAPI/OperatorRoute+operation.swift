import FlowEngine
import JSON
import Schemas

/// What each route takes and returns. A new route needs a line here; its answers are compared with it in all tests that
/// send requests with `TestServer.operate`.
extension OperatorRoute {
    var operation: APIOperation {
        switch self {
        case .metrics:
            APIOperation("The metrics, for Prometheus.").returns([("text/plain", .string)], "The metrics.")
        case .listSessions, .showSession, .readHistory, .exportCustomer, .resetSession, .moveSession, .eraseCustomer:
            ofSessions
        case .sendEvent:
            APIOperation("Report an event from outside, once for each key.")
                .header(
                    "Idempotency-Key", Schema(["type": "string", "minLength": 1, "maxLength": 200]),
                    "Requests with the same key take effect once within 7 days."
                )
                .takes(.component("ReportedEvent"))
                .returns(.component("EventReceipt"), "It began a conversation, or left the open question.")
                .returns(
                    .component("EventReceipt"), "It waits for the end of the customer's conversation.", status: 202
                )
                .refuses([
                    400: "The body is not of this form, or the key is missing.",
                    404: "The customer has no conversation.",
                    409: "The conversation is closed, or no flow listens to the event now.",
                    413: "The body is too large.",
                    422: "The event is not declared, a value is wrong, or the key belongs to another request.",
                ])
        case .listHandovers, .readHandover, .answerHandover, .giveBackHandover, .noteHandover, .takeHandover,
            .releaseHandover, .assignHandover, .transferHandover, .uploadFile, .listOffers, .listQueues:
            ofPeople
        case .readFile:
            APIOperation("A file that a customer sent.").returns([("*/*", .anything)], "The file.")
                .refuses([404: "There is no such file, or it was deleted."])
        case .listTables, .listResults, .showResult, .changeResult: ofResults
        case .listBookings:
            APIOperation("List the slots that customers have taken and that have not passed, the earliest first.")
                .query(
                    APIParameter("calendar", .string, "Only those of this calendar."),
                    APIParameter("skip", .count(0), "How many to leave out."), .limit(200)
                )
                .returns(.object(["bookings": .list(of: .component("Booking"))]), "The slots.")
                .refuses([400: "A parameter is invalid."])
        case .giveBackBooking:
            APIOperation("Give a slot back, so that others can take it.")
                .returns(.object(["given_back": .string]), "It is given back.")
                .refuses([404: "No customer has taken a slot with this id."])
        case .listLetters, .showLetter, .retryLetter, .dropLetter: ofLetters
        case .listVersions, .showVersion, .publish: ofVersions
        case .readAudit:
            APIOperation("List entries of the audit log, newest first.")
                .query(
                    .since, APIParameter("actor", .string, "Exactly this one."),
                    APIParameter("act", .string, "Exactly this one."),
                    APIParameter("customer", .string, "The id of a customer."), .limit(50),
                    APIParameter("before", .integer, "`next` of the previous page.")
                )
                .returns(
                    .object(["entries": .list(of: .component("AuditEntry")), "next": Schema.integer.orNull]),
                    "A page of entries."
                )
                .refuses([400: "A parameter is invalid."])
        }
    }

    private var ofSessions: APIOperation {
        switch self {
        case .listSessions:
            APIOperation("List sessions, most recently active first.")
                .query(
                    APIParameter("status", .oneOf(Session.Status.allCases.map(\.rawValue)), "The status."),
                    APIParameter("flow", .string, "The current flow."),
                    APIParameter("step", .string, "The current step."),
                    APIParameter("customer", .string, "A part of the customer's id."),
                    APIParameter("text", .string, "Words in an answer that is not private."), .since,
                    APIParameter(
                        "waiting_longer_than", .string, "Not over, and inactive for longer, such as `2 hours`."),
                    .limit(50), .after
                )
                .returns(
                    .object(["sessions": .list(of: .component("SessionSummary")), "next": Schema.string.orNull]),
                    "A page of sessions."
                )
                .refuses([400: "A parameter is invalid."])
        case .showSession:
            session("Show a session.").returns(.component("Session"), "The session; private answers are masked.")
        case .readHistory:
            session("The conversation as a transcript, and event by event.")
                .returns(
                    .object([
                        "id": .integer, "transcript": .list(of: .string),
                        "events": .list(of: .component("HistoryEntry")),
                    ]), "The history; private answers are replaced by their names.")
        case .exportCustomer:
            session("All stored data of the customer, from all their sessions.").query(.isPrivate)
                .returns(.component("CustomerExport"), "The data.")
        case .resetSession:
            session("End the conversation; the next message begins a new one.").returns(.done, "It is ended.")
        case .moveSession:
            session("Continue the conversation at a step.")
                .takes(.object(["step": .word], others: ["flow": .string]))
                .returns(.done, "It continues there.")
                .refuses([400: "There is no such step.", 413: "The body is too large."])
        default:
            session("Permanently remove all data of the customer.").returns(
                .component("ErasureReceipt"), "The receipt.")
        }
    }

    private func session(_ summary: String) -> APIOperation {
        APIOperation(summary).refuses([
            404: "There is no such session.", 409: "The current state does not allow it, or the customer has several.",
        ])
    }

    private var ofResults: APIOperation {
        switch self {
        case .listTables:
            APIOperation("List the tables of rows that flows keep.")
                .returns(
                    .object([
                        "results": .list(
                            of: .object(["name": .string, "rows": .count(0), "states": .list(of: .string)]))
                    ]), "The tables.")
        case .listResults:
            APIOperation("The rows of a table, newest first.")
                .query(
                    .since, APIParameter("state", .string, "Only those in this state."),
                    APIParameter("customer", .string, "Only those of this customer."), .isPrivate,
                    APIParameter(
                        "format", .oneOf(["json", "csv"]),
                        "`csv` returns all rows that match, up to 100,000, as a file."),
                    .limit(50), .after
                )
                .returns(
                    [
                        (
                            "application/json",
                            .object(["rows": .list(of: .component("Row")), "next": Schema.string.orNull])
                        ), ("text/csv", .string),
                    ], "A page of rows, or a file."
                )
                .refuses([400: "A parameter is invalid.", 404: "There is no such table."])
        case .showResult:
            APIOperation("One row.").query(.isPrivate).returns(.component("Row"), "The row.")
                .refuses([404: "There is no such row."])
        default:
            APIOperation("Give a row another state.").takes(.object(["state": .string]))
                .returns(.component("Row"), "The row.")
                .refuses([
                    400: "Rows of this table never have this state.", 404: "There is no such row.",
                    413: "The body is too large.",
                ])
        }
    }

    private var ofLetters: APIOperation {
        let unknown: KeyValuePairs = [404: "There is no dead letter with this number."]
        return switch self {
        case .listLetters:
            APIOperation("List what could not be processed or delivered, the oldest first.")
                .query(.limit(50), APIParameter("after", .integer, "`next` of the previous page."))
                .returns(
                    .object(["dead_letters": .list(of: .component("DeadLetter")), "next": Schema.integer.orNull]),
                    "A page of dead letters."
                )
                .refuses([400: "A parameter is invalid."])
        case .showLetter:
            APIOperation("One dead letter.").returns(.component("DeadLetter"), "The dead letter.").refuses(unknown)
        case .retryLetter:
            APIOperation("Retry it, once.")
                .returns(
                    .object(["done": Schema(["const": true]), "state": .oneOf(["queued", "handed-on"])]),
                    "It is retried."
                )
                .refuses(unknown).refuses([409: "It cannot be retried; the reason says why."])
        default: APIOperation("Discard it.").returns(.done, "It is discarded.").refuses(unknown)
        }
    }

    private var ofVersions: APIOperation {
        switch self {
        case .listVersions:
            APIOperation("List the versions of the flows.")
                .returns(.object(["versions": .list(of: .component("Version"))]), "The versions.")
        case .showVersion:
            APIOperation("One version with its files, and its difference from the published one.")
                .returns(.component("VersionFiles"), "The version.")
                .refuses([
                    404: "There is no such version.", 409: "Several versions begin like this, or it is unreadable.",
                ])
        default:
            APIOperation("Publish flows, or try out what publishing them would mean.")
                .takes(.component("Publication"))
                .returns(.component("Published"), "They are published, or tried out.")
                .refuses([
                    400: "The body is not of this form.", 404: "There is no such version.",
                    409: "Several versions begin like this, or another dry run is in progress.",
                    413: "The files are too large.",
                ])
                .returns(
                    .component("PublishRefusal"), "The flows have errors, or the server lacks something.", status: 422)
        }
    }
}

extension APIParameter {
    static let since = APIParameter(
        "since", .string, "A date, a time, or a duration before now, such as `2 days`.")
    static let after = APIParameter("after", .string, "`next` of the previous page.")
    fileprivate static let isPrivate = APIParameter(
        "private", .oneOf(["true", "false"]), "`true` opens private values; it needs the right `see-private`.")

    static func limit(_ standard: Int) -> APIParameter {
        APIParameter("limit", .count(1, 500), "The number of items in a page; \(standard), if left out.")
    }
}

extension Schema {
    static let done = Schema.object(["done": Schema(["const": true])])
}
