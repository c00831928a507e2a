import ConversationRuntime
import Diagnostics
import FlowModel
import FlowPublishing
import Forecasts
import Hummingbird
import JSON
import Projects
import Synchronization

/// `/admin/api`: publishing of flows, and the kept versions.
///
/// - `GET /admin/api/versions`: lists all versions.
/// - `GET /admin/api/versions/{hash}`: returns one with its files, and its difference from the published one.
/// - `POST /admin/api/publish` with `{"files": {path: text}}` or `{"version": hash}`, and optionally `note`, `by`,
///   `dry_run`: publishes, or reports the effect on open conversations.
final class PublishRoutes: Sendable {
    private let publisher: Publisher
    private let sessions: any CopyingStore
    private let gate: OperatorGate
    private let isRehearsing = Mutex(false)

    private static let largestBody = 48 << 20

    init(_ publishing: Publishing, gate: OperatorGate) {
        publisher = publishing.publisher
        sessions = publishing.sessions
        self.gate = gate
    }

    func add(to router: Router<BasicRequestContext>) {
        gate.add(.listVersions, to: router) { _, _, _ in
            try await self.answering {
                let running = try await self.publisher.store.running()
                return .json(["versions": .array(try await self.publisher.store.versions().map { $0.json(running) })])
            }
        }
        gate.add(.showVersion, to: router) { _, context, _ in
            try await self.answering { try await self.show(context.parameters.get("hash") ?? "") }
        }
        gate.add(.publish, to: router) { request, _, act in
            try await self.answering {
                let body = try await request.operatorBody(upTo: Self.largestBody)
                return try await self.publish(body, act)
            }
        }
    }

    private func answering(_ work: () async throws -> Response) async throws -> Response {
        do {
            return try await work()
        } catch let refusal as PublishRefusal {
            return refusal.response
        } catch let error as UploadError {
            return .refusal(.badRequest, error.description)
        }
    }

    private func show(_ hash: String) async throws -> Response {
        let version = try await publisher.version(named: hash)
        var object: JSONObject = ["version": .string(version.hash), "files": version.filesJSON]
        if let current = try await publisher.store.publication()?.version,
            let published = try await publisher.store.version(current)
        {
            object["differs_from"] = .string(current)
            object["changes"] = VersionDifference(from: published, to: version).json
        }
        return .json(.object(object))
    }

    private func publish(_ body: JSONObject?, _ act: OperatorAct) async throws -> Response {
        guard let body else {
            throw UploadError("the body must be a JSON object with `files` or with `version`")
        }
        let wanted = try WantedPublication(body)
        return try await withCandidate(wanted) { candidate in
            act.add { $0.object = "version \(candidate.bot.version)" }
            if wanted.isDryRun {
                act.add { $0.act = AuditAct.dryRun.rawValue }
                return try await self.rehearse(candidate)
            }
            let publication = try await self.publisher.publish(
                candidate, by: wanted.author ?? Self.author(act.caller), note: wanted.note ?? "",
                recording: act.entry)
            act.isSaved()
            var object: JSONObject = ["published": publication.json]
            object["warnings"] = .array((candidate.report.json["diagnostics"]?.array ?? []))
            return .json(.object(object))
        }
    }

    private static func author(_ caller: Caller) -> String {
        caller == .adminToken ? "admin API" : caller.name
    }

    /// Runs `work` with the uploaded flows, or with those of a kept version.
    private func withCandidate(
        _ wanted: WantedPublication, _ work: (Candidate) async throws -> Response
    ) async throws -> Response {
        switch wanted.flows {
        case .version(let hash): return try await work(try await publisher.candidate(named: hash))
        case .files(let files):
            let project = try UploadedProject(files)
            defer { project.remove() }
            let sources: FlowSources
            do throws(ProjectError) {
                sources = try project.sources()
            } catch {
                throw UploadError("\(error)")
            }
            return try await work(try publisher.validator.candidate(sources))
        }
    }

    private func rehearse(_ candidate: Candidate) async throws -> Response {
        let isFirst = isRehearsing.withLock { isRehearsing in
            defer { isRehearsing = true }
            return !isRehearsing
        }
        guard isFirst else { return .refusal(.conflict, "another dry run is in progress; try again later") }
        defer { isRehearsing.withLock { $0 = false } }
        let version = try await publisher.today()
        let today: Bot? = if let version { try await publisher.bot(of: version) } else { nil }
        // A single processor, so that the server can still serve customers.
        let report = try await DryRun(of: candidate.bot, inPlaceOf: today, store: sessions, width: 1).run { _ in }
        return .json([
            "version": .string(candidate.bot.version), "in_place_of": today.map { .string($0.version) } ?? .null,
            "dry_run": report.json,
        ])
    }
}

extension PublishRefusal {
    /// The refusal as JSON; errors in the flows have the format of `usher check --format json`.
    fileprivate var response: Response {
        switch self {
        case .broken(let report):
            guard case .object(var object) = report.json else { return .refusal(.unprocessableContent, description) }
            object["error"] = error(.unprocessableContent)
            return .json(.object(object), status: .unprocessableContent)
        case .lacking(let lacks):
            return .json(
                ["error": error(.unprocessableContent), "lacks": .array(lacks.map { .string($0) })],
                status: .unprocessableContent)
        case .unknown: return .refusal(.notFound, description)
        case .ambiguous, .unreadable: return .refusal(.conflict, description)
        }
    }

    private func error(_ status: HTTPResponse.Status) -> JSONValue {
        ["status": .int(status.code), "reason": .string(description)]
    }
}
