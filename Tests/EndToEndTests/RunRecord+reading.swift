import AppleSimulator
import Channels
import ConversationRuntime
import Expressions
import FlowCompiler
import FlowEngine
import FlowModel
import FlowPublishing
import Foundation
import Histories
import JSON
import PostgreSQLStorage
import Projects
import SQLStorage
import Testing

/// Records of what happens in a database while several servers use it.
extension TestDatabase {
    /// Notes each mark of a sent message, with the server that makes it and the one that holds the lane.
    func noteMarks() async throws {
        try await execute(
            """
            CREATE TABLE noted_marks (session_id bigint, number bigint, node text, holder text, epoch bigint);
            CREATE FUNCTION note_mark() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                INSERT INTO noted_marks SELECT OLD.session_id, OLD.number, current_setting('application_name'),
                    coalesce(owner, ''), epoch FROM lanes WHERE session_id = OLD.session_id;
                RETURN OLD;
            END $$;
            CREATE TRIGGER note_mark BEFORE DELETE ON deliveries FOR EACH ROW EXECUTE FUNCTION note_mark()
            """)
    }

    fileprivate var marks: [RunRecord.Mark] {
        get async throws {
            try await rows("SELECT session_id, number, node, holder, epoch FROM noted_marks").map { row in
                let columns = row.split(separator: "|", omittingEmptySubsequences: false)
                return RunRecord.Mark(
                    session: try #require(Int(columns[0])), number: try #require(Int(columns[1])),
                    node: String(columns[2].trimmingPrefix("usher ")), holder: String(columns[3].prefix { $0 != "/" }),
                    epoch: try #require(Int(columns[4])))
            }
        }
    }

    /// What is left over, by name. A server whose lease has run out, as on a busy machine, has nothing left to let go.
    fileprivate var leftovers: [String] {
        get async throws {
            let now = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
            return try await rows(
                """
                SELECT 'the lane of session ' || session_id FROM lanes WHERE due IS NOT NULL
                UNION ALL SELECT 'message ' || number || ' of session ' || session_id FROM deliveries
                UNION ALL SELECT 'the call ' || id FROM calls
                UNION ALL SELECT 'a timer claimed by ' || claimed_by FROM timers WHERE claimed_until IS NOT NULL
                UNION ALL SELECT 'the node ' || name FROM nodes WHERE until > \(now)
                UNION ALL SELECT 'the lease ' || name FROM leases WHERE until > \(now)
                UNION ALL SELECT 'a dead letter: ' || reason FROM dead_letters
                """)
        }
    }
}

extension RunRecord {
    /// Reads what the servers of a world have left once they have stopped, and what its customers have seen.
    init(of customers: [BookingCustomer], in world: World, _ database: TestDatabase) async throws {
        self.init()
        let folder = try ProjectFolder(flows: world.flows.path)
        let bot = try #require(try FlowSources(in: folder).compile(isStrict: false, now: SystemClock().now).bot)
        let engine = Engine(bot)
        let key = try #require(Data(base64Encoded: world.storageKey).flatMap { StorageKey($0) })
        let files = world.folder.path
        let opened = try await PostgreSQLDatabase(
            PostgreSQLAddress(database.url, node: "checker"), key: key, files: files, isServer: false, writers: 1,
            readers: 1)
        let sessions = try StoredData(opened, key: key, files: files).sessions
        let times = try await Self.arrivals(database)
        arrivals = times.mapValues { $0.isAnswered }
        for customer in customers {
            let name = try customer.name
            webhooks += customer.posted.all.map {
                Webhook(
                    customer: name, id: $0.id, began: $0.began, ended: $0.ended, isAcknowledged: $0.isAcknowledged)
            }
            let known = ConversationKey(channel: "apple", customer: name, business: World.business.text)
            guard let session = try await sessions.session(of: known) else { continue }
            let history = try await sessions.history(of: session.id)
            let posts = Dictionary(
                customer.posted.all.compactMap { post in times[post.id].map { ($0.at, post.id) } },
                uniquingKeysWith: { one, _ in one })
            var replayed: Session?
            var turns: [Turn] = []
            for entry in history {
                let event = try Event(json: entry.event)
                var turn = Turn(
                    number: entry.turn, arrival: event.isFromOutside ? posts[event.at.milliseconds] ?? "unknown" : nil,
                    effects: entry.effects.text, replayedEffects: nil)
                for effect in try (entry.effects.array ?? []).map({ try Effect(json: $0) }) {
                    switch effect {
                    case .send(let outgoing): turn.messages.append(outgoing.id)
                    case .call(let call): turn.calls.append(call.id)
                    default: break
                    }
                }
                if case .called(let id, _) = event.kind { turn.answered = id }
                if entry.version == bot.version, case .turn(let again)? = try? engine.advance(replayed, on: event) {
                    turn.replayedEffects = JSONValue.array(again.effects.map(\.json)).text
                    replayed = again.session
                }
                turns.append(turn)
            }
            conversations.append(
                Conversation(
                    customer: name, revision: session.revision, state: session.session.json.text, turns: turns,
                    arrived: try await customer.received, replayedState: replayed?.json.text ?? "none"))
        }
        marks = try await database.marks
        keys = world.service.keys
        leftovers = try await database.leftovers
    }

    private static func arrivals(_ database: TestDatabase) async throws -> [String: (at: Int, isAnswered: Bool)] {
        var found: [String: (at: Int, isAnswered: Bool)] = [:]
        for row in try await database.rows("SELECT id, received_at, outcome FROM arrivals") {
            let columns = row.split(separator: "|", maxSplits: 2, omittingEmptySubsequences: false)
            found[String(columns[0])] = (try #require(Int(columns[1])), columns[2] == "answered")
        }
        return found
    }
}

extension Event {
    fileprivate var isFromOutside: Bool { if case .heard = kind { true } else { false } }
}
