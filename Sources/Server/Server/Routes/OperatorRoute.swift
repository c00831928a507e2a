import ConversationRuntime
import HTTPTypes
import Hummingbird

/// The routes of operators: what each is called, which right it needs, and what it is in the audit log.
///
/// A server with a route of operators that is not here does not start.
enum OperatorRoute: CaseIterable, Sendable {
    case metrics
    case listSessions, showSession, readHistory, exportCustomer, resetSession, moveSession, eraseCustomer
    case sendEvent
    case listHandovers, readHandover, answerHandover, giveBackHandover, readFile
    case noteHandover, takeHandover, releaseHandover, assignHandover, transferHandover, uploadFile, listOffers
    case listQueues
    case listTables, listResults, showResult, changeResult
    case listBookings, giveBackBooking
    case listLetters, showLetter, retryLetter, dropLetter
    case listVersions, showVersion, publish
    case readAudit

    private struct Description {
        let method: HTTPRequest.Method
        let path: String
        let right: Right
        let act: AuditAct
        /// Whether it shows or changes nothing of customers.
        var isImpersonal = false

        init(
            _ method: HTTPRequest.Method, _ path: String, _ right: Right, _ act: AuditAct, isImpersonal: Bool = false
        ) {
            (self.method, self.path, self.right, self.act) = (method, path, right, act)
            self.isImpersonal = isImpersonal
        }
    }

    private var description: Description {
        switch self {
        case .metrics: Description(.get, "metrics", .metrics, .readMetrics, isImpersonal: true)
        case .listSessions: Description(.get, "sessions", .seeCustomers, .listSessions)
        case .showSession: Description(.get, "sessions/:id", .seeCustomers, .showSession)
        case .readHistory: Description(.get, "sessions/:id/history", .seeCustomers, .readSession)
        case .exportCustomer: Description(.get, "sessions/:id/export", .export, .exportCustomer)
        case .resetSession: Description(.post, "sessions/:id/reset", .changeConversations, .resetSession)
        case .moveSession: Description(.post, "sessions/:id/move", .changeConversations, .moveSession)
        case .eraseCustomer: Description(.delete, "sessions/:id", .erase, .eraseCustomer)
        case .sendEvent: Description(.post, "events", .sendEvents, .sendEvent)
        case .listHandovers: Description(.get, "handovers", .answerCustomers, .listHandovers)
        case .readHandover: Description(.get, "handovers/:id", .answerCustomers, .readHandover)
        case .answerHandover: Description(.post, "handovers/:id/messages", .answerCustomers, .answerHandover)
        case .giveBackHandover: Description(.post, "handovers/:id/give-back", .answerCustomers, .giveBackHandover)
        case .noteHandover: Description(.post, "handovers/:id/notes", .answerCustomers, .noteHandover)
        case .takeHandover: Description(.post, "handovers/:id/take", .answerCustomers, .takeHandover)
        case .releaseHandover: Description(.post, "handovers/:id/release", .answerCustomers, .releaseHandover)
        case .assignHandover: Description(.post, "handovers/:id/assign", .answerCustomers, .assignHandover)
        case .transferHandover: Description(.post, "handovers/:id/transfer", .answerCustomers, .transferHandover)
        case .uploadFile: Description(.post, "handovers/:id/files", .answerCustomers, .uploadFile)
        case .listOffers: Description(.get, "handovers/:id/offers", .answerCustomers, .readHandover)
        case .listQueues: Description(.get, "queues", .answerCustomers, .listQueues, isImpersonal: true)
        case .readFile: Description(.get, "content/:id", .answerCustomers, .readFile)
        case .listTables: Description(.get, "results", .results, .listTables, isImpersonal: true)
        case .listResults: Description(.get, "results/:name", .results, .listResults)
        case .showResult: Description(.get, "results/:name/:row", .results, .showResult)
        case .changeResult: Description(.post, "results/:name/:row", .results, .changeResult)
        case .listBookings: Description(.get, "bookings", .seeCustomers, .listBookings)
        case .giveBackBooking: Description(.post, "bookings/:id/give-back", .changeConversations, .giveBackBooking)
        case .listLetters: Description(.get, "dead-letters", .seeCustomers, .listDeadLetters)
        case .showLetter: Description(.get, "dead-letters/:id", .seeCustomers, .showDeadLetter)
        case .retryLetter: Description(.post, "dead-letters/:id/retry", .changeConversations, .retryDeadLetter)
        case .dropLetter: Description(.delete, "dead-letters/:id", .changeConversations, .dropDeadLetter)
        case .listVersions: Description(.get, "versions", .seeFlows, .listVersions, isImpersonal: true)
        case .showVersion: Description(.get, "versions/:hash", .seeFlows, .showVersion, isImpersonal: true)
        case .publish: Description(.post, "publish", .publish, .publish)
        case .readAudit: Description(.get, "audit", .audit, .readAudit)
        }
    }

    var method: HTTPRequest.Method { description.method }
    /// Its path, below that of the API.
    var path: String { description.path }
    var right: Right { description.right }
    var act: AuditAct { description.act }
    /// Whether each use is in the audit log, and not only refused ones.
    var isRecorded: Bool { !description.isImpersonal }

    /// The path of the operators' API.
    static let root = "admin/api"

    /// Requires that a router has no other routes below the path of the API.
    static func expectAll(of router: Router<BasicRequestContext>) {
        let listed = allCases.map { (method: $0.method, path: RouterPath("/\(root)/\($0.path)")) }
        for route in router.routes where route.path.description.hasPrefix("/\(root)/") {
            let isDocument = route.path.description == "/\(root)/\(AdminAPIDocument.path)"
            let isListed = isDocument || listed.contains { $0.method == route.method && $0.path == route.path }
            precondition(isListed, "\(route) is a route of operators without a right")
        }
    }
}
