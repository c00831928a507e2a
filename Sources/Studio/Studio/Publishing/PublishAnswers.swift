import Channels
import ConversationRuntime
import Diagnostics
import Expressions
import FlowModel
import FlowPublishing
import Forecasts
import HTTPTypes
import Hummingbird
import JSON
import Synchronization

/// Publishing from the studio: what it means for those who wait, doing it, the versions, and going back to one. The
/// same functions as those of `usher publish`.
final class PublishAnswers: Sendable {
    private let server: StudioServer
    private let storage: any StudioStorage
    private let clock: any WallClock
    private let isPlaying = Mutex(false)

    init(_ server: StudioServer, storage: any StudioStorage, clock: any WallClock) {
        self.server = server
        self.storage = storage
        self.clock = clock
    }

    /// `GET publishing`: the versions, and what is saved.
    func overview(for author: Caller) async throws -> JSONValue {
        let unsaved = try await storage.drafts(by: author).keys.sorted()
        var answer: JSONObject = [
            "database": server.database.map { .string($0) } ?? .null, "served": .bool(await server.isServed()),
            "unsaved": .array(unsaved.map { .string($0) }),
        ]
        guard let open = try opened() else {
            answer["exists"] = false
            answer["versions"] = []
            return .object(answer)
        }
        let running = try await open.publisher.store.running()
        answer["exists"] = true
        answer["versions"] = .array(try await open.publisher.store.versions().map { $0.json(running) })
        return .object(answer)
    }

    /// `POST publishing/preview`: what publishing the saved files, or a `version`, means for all customers who wait.
    func preview(_ body: JSONValue, _ author: Caller) async throws -> JSONValue {
        let open = try opened()
        try await open?.audit.record(entry(.dryRun, by: author))
        let candidate: Candidate
        do {
            candidate = try await self.candidate(body, open)
        } catch let refusal as PublishRefusal {
            return try Self.json(of: refusal)
        }
        var answer: JSONObject = [
            "version": .string(candidate.bot.version), "warnings": .array(candidate.warnings.map { .string($0) }),
            "diagnostics": .int(candidate.report.warnings),
        ]
        guard let open else {
            answer["report"] = .null
            return .object(answer)
        }
        let version = try await open.publisher.today()
        let today: Bot? = if let version { try await open.publisher.bot(of: version) } else { nil }
        answer["in_place_of"] = today.map { .string($0.version) } ?? .null
        if let version, let old = try await open.publisher.store.version(version),
            let new = try? candidate.sources.version()
        {
            answer["changes"] = VersionDifference(from: old, to: new).json
        }
        answer["report"] = try await played(candidate.bot, inPlaceOf: today, open)
        return .object(answer)
    }

    /// Plays the flows for all customers who wait, one author at a time.
    private func played(_ bot: Bot, inPlaceOf today: Bot?, _ open: StudioServer.Open) async throws -> JSONValue {
        let isFirst = isPlaying.withLock { isPlaying in
            defer { isPlaying = true }
            return !isPlaying
        }
        guard isFirst else { throw StudioRefusal(.conflict, "another window is looking at this; try again") }
        defer { isPlaying.withLock { $0 = false } }
        // All that a customer may do, for one customer of each group; the groups themselves hold only what differs.
        var seen: Set<Group> = []
        var ways: [Int: JSONValue] = [:]
        let each = { (customer: DryRunReport.Customer, forecast: Forecast) in
            guard seen.insert(Group(forecast)).inserted else { return }
            ways[customer.session] = forecast.json(of: customer)["ways"]
        }
        let report = try await DryRun(of: bot, inPlaceOf: today, store: open.copies, width: 1).run(each: each) { _ in }
        var object = report.json.object ?? [:]
        object["groups"] = .array(
            (object["groups"]?.array ?? []).map { group in
                var group = group.object ?? [:]
                let session = group["examples"]?[0]?["session"]?.int
                group["example_ways"] = session.flatMap { ways[$0] } ?? group["ways"]
                return .object(group)
            })
        return .object(object)
    }

    /// Customers for whom the same happens at the same place.
    private struct Group: Hashable {
        let outcome: Forecast.Outcome
        let place: Forecasts.Place
        let newPlace: Forecasts.Place?

        init(_ forecast: Forecast) {
            outcome = forecast.outcome
            place = forecast.place
            newPlace = forecast.newPlace
        }
    }

    /// `POST publishing/publish`: publishes the saved files, or a `version`, if they still are the version that was shown
    /// (`expects`).
    func publish(_ body: JSONValue, _ author: Caller) async throws -> JSONValue {
        let note = body["note"]?.string ?? ""
        guard note.utf8.count <= 2_000 else { throw StudioRefusal(.badRequest, "the note is too long") }
        guard !note.utf8.contains(0) else { throw StudioRefusal(.badRequest, "the note has a null byte") }
        // Flows that cannot be published must not make a database.
        var open = try opened()
        let candidate: Candidate
        do {
            candidate = try await self.candidate(body, open)
        } catch let refusal as PublishRefusal {
            throw StudioRefusal(.unprocessableContent, refusal.description)
        }
        guard body["expects"]?.string == candidate.bot.version else {
            throw StudioRefusal(.conflict, "the files have changed since; look again what publishing them means")
        }
        if open == nil { open = try opened(makes: true) }
        guard let open else { throw StudioRefusal(.conflict, "there is no database at \(server.place)") }
        var entry = entry(.publish, by: author)
        entry.object = "version \(candidate.bot.version)"
        let publication = try await open.publisher.publish(
            candidate, by: name(of: author), note: note, recording: entry)
        var answer: JSONObject = ["published": publication.json]
        guard await server.isServed() else {
            answer["outcome"] = "stored"
            return .object(answer)
        }
        let wait = ActivationWait(open.publisher, nodes: open.nodes, clock: clock)
        let report = try await wait.report(of: publication)
        if case .refused(let reason)? = report.outcome {
            answer["outcome"] = "refused"
            answer["reason"] = .string(reason)
        } else {
            answer["outcome"] = .string(report.isComplete ? "active" : "waiting")
        }
        return .object(answer)
    }

    /// The name of the account, or the user of this machine.
    private func name(of author: Caller) -> String {
        server.author ?? String(author.name.trimmingPrefix("account "))
    }

    private func entry(_ act: AuditAct, by author: Caller) -> AuditEntry {
        AuditEntry(act, by: server.author.map { "\(author.name) (\($0))" } ?? author.name, at: clock.now)
    }

    // The flows.

    private func candidate(_ body: JSONValue, _ open: StudioServer.Open?) async throws -> Candidate {
        if let version = body["version"]?.string {
            guard let open, !version.utf8.contains(0) else { throw PublishRefusal.unknown(version) }
            return try await open.publisher.candidate(named: version)
        }
        return try refusing { try server.validator().candidate(try server.sources()) }
    }

    private func opened(makes: Bool = false) throws -> StudioServer.Open? { try refusing { try server.open(makes) } }

    /// What keeps a server from being reached is a sentence for the author.
    private func refusing<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let refusal as PublishRefusal {
            throw refusal
        } catch {
            throw StudioRefusal(.conflict, "\(error)")
        }
    }

    /// Flows that cannot be published, with the reasons.
    private static func json(of refusal: PublishRefusal) throws -> JSONValue {
        switch refusal {
        case .broken(let report):
            return [
                "problem": .string(refusal.description),
                "reasons": .array(
                    report.diagnostics.filter { $0.severity == .error }.prefix(20).map { error in
                        .string("\(error.span.file): \(error.message)")
                    }),
            ]
        case .lacking(let lacks):
            return [
                "problem": "the server lacks what the flows need", "reasons": .array(lacks.map { .string($0) }),
            ]
        case .unknown, .ambiguous, .unreadable: throw StudioRefusal(.notFound, refusal.description)
        }
    }
}
