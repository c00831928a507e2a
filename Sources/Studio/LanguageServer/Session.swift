import Authoring
import Channels
import Expressions
import JSON
import LanguageProtocol

/// The connection with one editor: its documents, its projects, and the answers to its messages.
final class Session {
    /// What a message leads to.
    struct Outcome {
        var messages: [OutgoingMessage] = []
        var exitCode: Int32?
    }

    /// How long nothing must have changed before flows are compiled for their diagnostics, if compiling takes long.
    static let quiet = TimeLength(milliseconds: 100)

    /// Up to which duration compiling is quick: flows are then compiled at every change.
    private let quick: Duration
    /// How long it took last.
    private var lastCompilation = Duration.zero
    let host: LanguageServerHost
    let clock: any WallClock
    private let version: String
    private let interruption: () -> Interruption
    private var lifeCycle = LifeCycle()
    var client = ClientAbilities()
    /// Open documents by the URI that the client uses.
    var documents: [String: Document] = [:]
    /// Projects by the path of their folder.
    var projects: [String: OpenProject] = [:]
    /// The folders that are open in the editor, as URIs.
    var roots: [String] = []
    /// When diagnostics are due; `nil` when nothing has changed.
    var dueToPublish: Moment?
    private var lastRequest = 0

    init(
        version: String, host: LanguageServerHost, clock: any WallClock, quick: Duration,
        interruption: @escaping () -> Interruption
    ) {
        self.quick = quick
        self.version = version
        self.host = host
        self.clock = clock
        self.interruption = interruption
    }

    var codeAtEndOfInput: Int32 { lifeCycle.codeAtEndOfInput }

    var clientProcess: Int? { client.processID }

    /// Processes a message. Every request gets exactly one answer.
    func process(_ message: IncomingMessage) -> Outcome {
        switch lifeCycle.admit(message) {
        case .exit(let code): return Outcome(exitCode: code)
        case .ignore: return Outcome()
        case .reject(let error):
            guard case .request(let id, _, _) = message else { return Outcome() }
            return Outcome(messages: [.response(id, .failure(error))])
        case .process: break
        }
        switch message {
        case .request(let id, let method, let parameters):
            return Outcome(messages: [.response(id, result(of: method, parameters))])
        case .notification(let method, let parameters):
            return Outcome(messages: apply(method, parameters))
        case .malformed(let id, let error):
            host.log("usher lsp: \(error.message)")
            return Outcome(messages: [.response(id, .failure(error))])
        case .response: return Outcome()
        }
    }

    private func result(of method: String, _ parameters: JSONValue) -> Result<JSONValue, RPCError> {
        Result { () throws(RPCError) in
            switch method {
            case "initialize": return initialize(parameters)
            case "shutdown":
                dueToPublish = nil
                return .null
            default: return try answer(method, parameters)
            }
        }
    }

    private func initialize(_ parameters: JSONValue) -> JSONValue {
        client = ClientAbilities(parameters)
        roots = client.roots
        openProjects(in: roots)
        return ServerAbilities.json(for: client, version: version)
    }

    private func apply(_ method: String, _ parameters: JSONValue) -> [OutgoingMessage] {
        switch method {
        case "initialized":
            guard client.watchesFiles else { return [] }
            lastRequest += 1
            return [
                .request(
                    .number(lastRequest), method: "client/registerCapability", parameters: ServerAbilities.watching)
            ]
        case "textDocument/didOpen": return note(open(parameters))
        case "textDocument/didChange": return note(change(parameters))
        case "textDocument/didClose": return note(close(parameters))
        case "textDocument/didSave": rereadFiles()
        case "workspace/didChangeWatchedFiles": rereadFiles()
        case "workspace/didChangeWorkspaceFolders": return changeRoots(parameters)
        default: break
        }
        return []
    }

    /// A message in the editor's log about a notification that cannot be applied.
    private func note(_ problem: String?) -> [OutgoingMessage] {
        guard let problem else { return [] }
        host.log("usher lsp: \(problem)")
        return [.notification(method: "window/logMessage", parameters: ["type": 1, "message": .string(problem)])]
    }

    // When to compile.

    /// Notes that a project has changed, so that its diagnostics are due soon.
    func expectDiagnostics() {
        let now = clock.now
        dueToPublish = lastCompilation < quick ? now : now + Self.quiet
    }

    /// Notes how long a compilation took. What it found is published at once, also when a request needed it.
    func noteCompilation(_ duration: Duration) {
        lastCompilation = duration
        if dueToPublish != nil { dueToPublish = clock.now }
    }

    // Giving up.

    /// - Throws: `RPCError` when the client has cancelled the request, or has changed a document of the project, so that
    ///   the answer would be wrong.
    func checkInterruption(in project: OpenProject) throws(RPCError) {
        let interruption = interruption()
        if interruption.isCancelled { throw .requestCancelled }
        if isOutdated(project, interruption) { throw .contentModified }
    }

    /// Whether what is found out about a project now is of no use any more.
    func isOutdated(_ project: OpenProject) -> Bool {
        let interruption = interruption()
        return interruption.isCancelled || isOutdated(project, interruption)
    }

    private func isOutdated(_ project: OpenProject, _ interruption: Interruption) -> Bool {
        interruption.changed.contains { documents[$0]?.project == project.path }
    }
}
