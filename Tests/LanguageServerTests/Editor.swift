import Authoring
import Concurrency
import Diagnostics
import Expressions
import JSON
import LanguageProtocol
import LanguageServer
import Synchronization
import TestSupport

/// An editor beside a server in the same process: it sends messages, and collects what comes back.
final class Editor: Sendable {
    private struct Received {
        var frames = FrameReader()
        var messages: [JSONValue] = []
        var log: [String] = []
        var lastID = 0
    }

    let folder: TemporaryFolder
    let server: LanguageServer
    let clock: TurnableClock
    private let received: Mirror
    private let task: Task<Int32, Never>

    /// What the server has written; the server's closures share it.
    private final class Mirror: Sendable {
        let state = Mutex(Received())
        /// Called while a project is compiled.
        let whileCompiling = Mutex<(@Sendable () -> Void)?>(nil)
        let isAlive = Mutex(true)
        let isClosed = Mutex(false)
        let server = Mutex<LanguageServer?>(nil)
    }

    private struct Closed: Error {}

    static let bot = """
        bot: Shop
        zone: Europe/Berlin
        start: hello
        if_silent: never
        people:
          desk:

        """

    static let hello = """
        flow: hello
        start: greet
        steps:
          greet:
            say: Welcome to the shop 🚲.
            then: bye
          bye:
            say: Goodbye.
            then: end
          desk:
            hand_over: desk
        anywhere:
          agent, help, support: desk

        """

    /// - Parameter quick: up to which duration a compilation is quick; by default none is.
    init(_ files: [String: String] = ["Flows/bot.yaml": bot, "Flows/hello.yaml": hello], quick: Duration = .zero) throws
    {
        folder = try TemporaryFolder()
        for (name, text) in files { try folder.write(text, to: name) }
        let mirror = Mirror()
        received = mirror
        clock = TurnableClock(standingAt: Moment(seconds: 1_800_000_000))
        let host = LanguageServerHost(
            write: { bytes in
                if mirror.isClosed.withLock({ $0 }) { throw Closed() }
                try mirror.state.withLock { state in
                    state.frames.append(bytes)
                    while let body = try state.frames.next() { state.messages.append(try JSONValue(parsing: body)) }
                }
            },
            log: { line in mirror.state.withLock { $0.log.append(line) } },
            isAlive: { _ in mirror.isAlive.withLock { $0 } },
            isStrict: { _ in
                mirror.whileCompiling.withLock { $0 }?()
                return true
            },
            published: { _ in [] })
        let server = LanguageServer(version: "1", host: host, clock: clock, quick: quick)
        self.server = server
        task = Task { await server.run() }
    }

    deinit { server.endOfInput() }

    // Files.

    func uri(_ file: String) -> String { FileURI.uri(of: folder.file(file)) }

    func text(_ file: String) throws -> String { try folder.read(file) }

    // Sending.

    func send(_ messages: [JSONValue]) { server.receive(messages.flatMap { Frame.bytes(of: $0.bytes) }) }

    static func notification(_ method: String, _ parameters: JSONValue = .null) -> JSONValue {
        ["jsonrpc": "2.0", "method": .string(method), "params": parameters]
    }

    static func request(_ id: Int, _ method: String, _ parameters: JSONValue = .null) -> JSONValue {
        ["jsonrpc": "2.0", "id": .int(id), "method": .string(method), "params": parameters]
    }

    func notify(_ method: String, _ parameters: JSONValue = .null) { send([Self.notification(method, parameters)]) }

    /// Sends a request and waits for its answer.
    func request(_ method: String, _ parameters: JSONValue = .null) async -> JSONValue {
        let id = received.state.withLock { state in
            state.lastID += 1
            return state.lastID + 1_000
        }
        send([Self.request(id, method, parameters)])
        return await answer(to: .int(id))
    }

    func initialize(_ capabilities: JSONValue = [:], roots: [String]? = nil, with more: JSONObject = [:]) async
        -> JSONValue
    {
        var parameters: JSONObject = [
            "processId": .null, "capabilities": capabilities,
            "workspaceFolders": .array(
                (roots ?? [FileURI.uri(of: folder.path)]).map { ["uri": .string($0), "name": "x"] }),
        ]
        for (key, value) in more { parameters[key] = value }
        let result = await request("initialize", .object(parameters))
        notify("initialized", [:])
        return result
    }

    func open(_ file: String, _ text: String, version: Int = 1, uri: String? = nil) {
        notify(
            "textDocument/didOpen",
            [
                "textDocument": [
                    "uri": .string(uri ?? self.uri(file)), "languageId": "usher-flow", "version": .int(version),
                    "text": .string(text),
                ]
            ])
    }

    static func change(_ uri: String, version: Int, _ changes: [JSONValue]) -> JSONValue {
        notification(
            "textDocument/didChange",
            ["textDocument": ["uri": .string(uri), "version": .int(version)], "contentChanges": .array(changes)])
    }

    func change(_ file: String, version: Int, _ changes: JSONValue...) {
        send([Self.change(uri(file), version: version, changes)])
    }

    static func range(_ line: Int, _ start: Int, _ end: Int) -> JSONValue {
        [
            "start": ["line": .int(line), "character": .int(start)],
            "end": ["line": .int(line), "character": .int(end)],
        ]
    }

    func at(_ file: String, _ line: Int, _ character: Int) -> JSONValue {
        [
            "textDocument": ["uri": .string(uri(file))],
            "position": ["line": .int(line), "character": .int(character)],
        ]
    }

    // Receiving.

    var messages: [JSONValue] { received.state.withLock(\.messages) }

    var log: [String] { received.state.withLock(\.log) }

    /// Waits for the answer to a request; the clock turns meanwhile.
    func answer(to id: JSONValue) async -> JSONValue {
        await first { $0["id"] == id && $0["method"] == nil } ?? .null
    }

    /// The answers to a request that have come so far.
    func answers(to id: Int) -> Int { messages.count { $0["id"] == .int(id) && $0["method"] == nil } }

    func first(_ isWanted: @Sendable (JSONValue) -> Bool) async -> JSONValue? {
        await poll(after: turn) { messages.contains(where: isWanted) }
        return messages.first(where: isWanted)
    }

    private func turn() { clock.turn(by: TimeLength(milliseconds: 50)) }

    /// Waits until the diagnostics of a URI are published with a version, or without one.
    func diagnostics(of uri: String, version: Int?, after count: Int = 0) async -> [JSONValue] {
        let isWanted = { @Sendable (message: JSONValue) in
            message["method"] == "textDocument/publishDiagnostics" && message["params"]?["uri"] == .string(uri)
                && message["params"]?["version"]?.int == version
        }
        await poll(after: turn) { messages.dropFirst(count).contains(where: isWanted) }
        return messages.dropFirst(count).last(where: isWanted)?["params"]?["diagnostics"]?.array ?? []
    }

    func codes(of file: String, version: Int?, after count: Int = 0) async -> [String] {
        await diagnostics(of: uri(file), version: version, after: count).compactMap { $0["code"]?.string }
    }

    /// Waits until the server has processed everything that was sent, while the clock stands.
    func untilProcessed() async {
        let id = received.state.withLock { state in
            state.lastID += 1
            return state.lastID + 1_000
        }
        send([Self.request(id, "usher/nothing")])
        await poll { answers(to: id) == 1 }
    }

    /// Saves a file, and asks something behind the notification about it, so that the answer needs a new compilation.
    func save(_ text: String, to file: String, andAsk request: JSONValue) throws {
        try folder.write(text, to: file)
        send([Self.notification("textDocument/didSave", ["textDocument": ["uri": .string(uri(file))]]), request])
    }

    /// Capabilities of a client that watches files, so that none is read unless it says so.
    static let watching: JSONValue = ["workspace": ["didChangeWatchedFiles": ["dynamicRegistration": true]]]

    // What happens to the server.

    func whileCompiling(_ work: (@Sendable () -> Void)?) { received.whileCompiling.withLock { $0 = work } }

    func endClient() { received.isAlive.withLock { $0 = false } }

    func stopReading() { received.isClosed.withLock { $0 = true } }

    /// Waits for the end of the server; the clock turns meanwhile.
    func exitCode() async -> Int32 {
        let isOver = Watched(false)
        let waiting = Task {
            let code = await task.value
            isOver.change { $0 = true }
            return code
        }
        await poll(after: turn) { isOver.value }
        return await waiting.value
    }
}
