import Authoring
import Channels
import ConversationRuntime
import Expressions
import FlowCompiler
import Foundation
import HTTPTypes
import JSON
import LanguageProtocol
import LanguageServer
import Projects

/// An open page: its stream of events, and its session with the language server.
final class StudioClient: Sendable {
    /// The largest number of events that wait for a page that does not read.
    private static let mostEvents = 5_000
    /// How often something is written, so that both sides notice a lost connection.
    private static let beat = TimeLength.seconds(15)

    /// An author's page: no author reaches the page of another.
    struct ID: Hashable, Sendable {
        let author: String
        let page: String
    }

    let id: ID
    /// What is written to the page, in the form of an event stream.
    let events: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation
    private let answers: LanguageAnswers
    private let server: LanguageServer
    /// The URI of the project.
    private let root: String

    /// - Parameters:
    ///   - isStrict: whether the limits of newer devices apply.
    ///   - published: the steps of the project that customers may be waiting in.
    ///   - compilations: compilations of the same texts for the phones.
    init(
        id: ID, folder: ProjectFolder, version: String, isStrict: Bool,
        published: @escaping @Sendable (ProjectFolder) -> Set<StepName>, compilations: CompilationMemory
    ) {
        self.id = id
        root = Self.root(of: folder)
        let (events, continuation) = AsyncStream.makeStream(
            of: String.self, bufferingPolicy: .bufferingNewest(Self.mostEvents))
        (self.events, self.continuation) = (events, continuation)
        let answers = LanguageAnswers { body in
            continuation.yield("event: language\ndata: \(String(decoding: body, as: UTF8.self))\n\n")
        }
        self.answers = answers
        server = LanguageServer(
            version: version,
            host: LanguageServerHost(
                write: { answers.take($0) }, log: { _ in }, isAlive: { _ in true }, isStrict: { _ in isStrict },
                published: published, compilations: compilations))
    }

    /// The URI of a project, with links resolved.
    static func root(of folder: ProjectFolder) -> String {
        FileURI.uri(of: URL(filePath: folder.path).resolvingSymlinksInPath().path)
    }

    /// Processes messages of the page until `end`.
    func run() async { _ = await server.run() }

    /// Writes something from time to time until the task is cancelled.
    func beat(_ clock: any WallClock) async {
        while (try? await clock.sleep(until: clock.now + Self.beat)) != nil { continuation.yield(": still here\n\n") }
    }

    func report(_ event: String, _ data: JSONValue) { continuation.yield("event: \(event)\ndata: \(data.text)\n\n") }

    func end() {
        server.endOfInput()
        answers.end()
        continuation.finish()
    }

    /// Passes a message of the page to its language server.
    ///
    /// - Returns: the answer to a request; `nil` for other messages.
    func receive(_ body: [UInt8]) async throws(StudioRefusal) -> [UInt8]? {
        guard let json = try? JSONValue(parsing: body) else {
            throw StudioRefusal(.badRequest, "the message is not JSON")
        }
        guard isWithin(json["params"] ?? .null) else {
            throw StudioRefusal(.forbidden, "the message is about a file outside of the project")
        }
        switch IncomingMessage(body: body) {
        case .request(let id, _, _):
            guard let answer = await answers.answer(to: id, { server.receive(Frame.bytes(of: body)) }) else {
                throw StudioRefusal(.conflict, "the request has no answer any more")
            }
            return answer
        case .malformed(_, let error): throw StudioRefusal(.badRequest, error.message)
        case .notification("exit", _), .notification("shutdown", _): return nil
        case .notification, .response:
            server.receive(Frame.bytes(of: body))
            return nil
        }
    }

    /// Whether every address in a message is one of the project.
    private func isWithin(_ json: JSONValue) -> Bool {
        switch json {
        case .object(let members):
            members.allSatisfy { key, value in
                guard Self.addresses.contains(key), let address = value.string else { return isWithin(value) }
                guard let path = FileURI.path(of: address) else { return false }
                let uri = FileURI.uri(of: path)
                return uri == root || uri.hasPrefix("\(root)/")
            }
        case .array(let items): items.allSatisfy(isWithin)
        case .null, .bool, .number, .string: true
        }
    }

    private static let addresses: Set = ["uri", "rootUri", "rootPath", "oldUri", "newUri"]
}

extension StudioClient.ID {
    /// - Throws: when a request does not name its page.
    init(of author: Caller, named page: String?) throws(StudioRefusal) {
        guard let page, (8...64).contains(page.utf8.count), page.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
            throw StudioRefusal(.badRequest, "`client` names the page with 8 to 64 characters")
        }
        self.init(author: author.name, page: page)
    }
}
