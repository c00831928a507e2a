import Authoring
import Diagnostics
import Expressions
import FlowCompiler
import JSON
import LanguageProtocol
import Testing

@Suite struct LifeCycleTests {
    private static func request(_ method: String, id: Int = 1) -> IncomingMessage {
        .request(.number(id), method: method, parameters: .null)
    }

    private static func notification(_ method: String) -> IncomingMessage {
        .notification(method: method, parameters: .null)
    }

    @Test func `initialize comes first`() {
        var cycle = LifeCycle()
        #expect(cycle.admit(Self.request("textDocument/hover")) == .reject(.serverNotInitialized))
        #expect(cycle.admit(Self.request("shutdown")) == .reject(.serverNotInitialized))
        #expect(cycle.admit(Self.notification("textDocument/didOpen")) == .ignore)
        #expect(cycle.admit(Self.request("initialize")) == .process)
        #expect(cycle.admit(Self.request("textDocument/hover")) == .process)
        #expect(cycle.admit(Self.request("initialize")) != .process)
    }

    @Test func `after shutdown only exit counts, and its code is 0`() {
        var cycle = LifeCycle()
        _ = cycle.admit(Self.request("initialize"))
        #expect(cycle.admit(Self.request("shutdown")) == .process)
        guard case .reject(let error) = cycle.admit(Self.request("textDocument/hover")) else {
            Issue.record("a request was processed after shutdown")
            return
        }
        #expect(error.code == -32600)
        #expect(cycle.admit(Self.notification("textDocument/didOpen")) == .ignore)
        #expect(cycle.codeAtEndOfInput == 0)
        #expect(cycle.admit(Self.notification("exit")) == .exit(0))
    }

    @Test func `exit without shutdown has code 1`() {
        var cycle = LifeCycle()
        #expect(cycle.admit(Self.notification("exit")) == .exit(1))
        _ = cycle.admit(Self.request("initialize"))
        #expect(cycle.admit(Self.notification("exit")) == .exit(1))
        #expect(cycle.codeAtEndOfInput == 1)
    }

    // The queue.

    private static func cancel(_ id: JSONValue) -> IncomingMessage {
        .notification(method: "$/cancelRequest", parameters: ["id": id])
    }

    private static func change(_ uri: String) -> IncomingMessage {
        .notification(
            method: "textDocument/didChange", parameters: ["textDocument": ["uri": .string(uri), "version": 2]])
    }

    @Test func `messages leave the queue in the order in which they came`() {
        var queue = MessageQueue()
        let messages = (0..<300).map { $0 % 3 == 0 ? Self.change("a") : Self.request("x", id: $0) }
        for message in messages { #expect(queue.append(message).isEmpty) }
        var taken: [IncomingMessage] = []
        while let message = queue.next() { taken.append(message) }
        #expect(taken == messages)
        #expect(queue.isEmpty)
    }

    @Test func `a request that is cancelled before its turn is answered at once`() {
        var queue = MessageQueue()
        _ = queue.append(Self.request("x", id: 1))
        _ = queue.append(Self.request("x", id: 2))
        #expect(queue.append(Self.cancel(2)) == [.response(.number(2), .failure(.requestCancelled))])
        #expect(queue.append(Self.cancel(2)).isEmpty)
        #expect(queue.append(Self.cancel("2")).isEmpty)
        #expect(queue.next() == Self.request("x", id: 1))
        #expect(queue.next() == nil)
    }

    @Test func `a request that is cancelled while it is processed has a flag`() {
        var queue = MessageQueue()
        _ = queue.append(Self.request("x", id: 1))
        _ = queue.append(Self.request("x", id: 2))
        _ = queue.next()
        #expect(queue.append(Self.cancel(1)).isEmpty)
        #expect(queue.isCancelled)
        _ = queue.next()
        #expect(!queue.isCancelled)
    }

    @Test func `changes count against the requests before them only`() {
        var queue = MessageQueue()
        _ = queue.append(Self.change("a"))
        _ = queue.append(Self.request("x", id: 1))
        _ = queue.append(Self.change("b"))
        _ = queue.append(Self.request("x", id: 2))
        _ = queue.next()
        _ = queue.next()
        #expect(queue.changedSince == ["b"])
        _ = queue.append(Self.change("c"))
        #expect(queue.changedSince == ["b", "c"])
        _ = queue.next()
        _ = queue.next()
        #expect(queue.changedSince == ["c"])
        _ = queue.next()
        #expect(queue.changedSince.isEmpty)
    }

    @Test func `of endless requests the later ones are refused`() {
        var queue = MessageQueue()
        for id in 0..<1_000 { #expect(queue.append(Self.request("x", id: id)).isEmpty) }
        #expect(queue.append(Self.request("x", id: 1_000)).count == 1)
        _ = queue.next()
        #expect(queue.append(Self.request("x", id: 1_001)).isEmpty)
    }

    @Test func `compiling is given up between two checks`() {
        let texts = [
            SourceFile(path: "Flows/bot.yaml", text: Editor.bot),
            SourceFile(path: "Flows/hello.yaml", text: Editor.hello),
        ]
        let files = ProjectFiles(texts: texts, assets: [:], version: "1")
        let compile = { (isAbandoned: () -> Bool) in
            Draft(
                files, options: CompilerOptions(now: Moment(seconds: 1_800_000_000)), transcripts: [], published: [],
                memory: CompilationMemory(), unless: isAbandoned)
        }
        var asked = 0
        let whole = compile {
            asked += 1
            return false
        }
        #expect(whole?.diagnostics.isEmpty ?? false)
        #expect(asked > 50)
        asked = 0
        let abandoned = compile {
            asked += 1
            return asked == 20
        }
        #expect(abandoned == nil)
        #expect(asked == 20)
    }
}
