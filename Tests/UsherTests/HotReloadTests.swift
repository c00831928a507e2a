import Channels
import Concurrency
import Diagnostics
import Expressions
import Foundation
import Logging
import Projects
import Server
import TestSupport
import Testing
import Usher

/// A file that is saved while `usher dev` runs.
@Suite struct HotReloadTests {
    /// A running server, a customer, and control of the watcher's clock.
    private struct Desk {
        let path: String
        let customer: SimulatedCustomer
        let clock: TurnableClock
        let news: AsyncStream<FlowWatcher.News>

        /// Saves a file in place, as some editors do.
        func save(_ file: String, _ text: String) throws {
            try Data(text.utf8).write(to: URL(filePath: "\(path)/\(file)"))
        }

        /// Saves a file under another name and renames it, as other editors do.
        func saveByRenaming(_ file: String, _ text: String) throws {
            try save("\(file)~", text)
            try #require(rename("\(path)/\(file)~", "\(path)/\(file)") == 0)
        }

        /// Lets the watcher poll until it reports something.
        func next() async throws -> FlowWatcher.News {
            let turning = Task {
                while true {
                    try await clock.untilSomebodySleeps(until: clock.now + FlowWatcher.interval)
                    clock.turn(by: FlowWatcher.interval)
                }
            }
            defer { turning.cancel() }
            for await news in news { return news }
            throw CancellationError()
        }
    }

    private func flow(_ text: String, then: String = "end") -> String {
        """
        flow: shop
        start: hello
        steps:
          hello:
            say: \(text)
            then: \(then)
          person:
            say: Somebody will answer you.
            hand_over: counter

        """
    }

    /// Runs a bot with a simulated Apple, and with a watcher whose clock stands still until it is advanced.
    private func run(_ project: TestProject, _ work: @escaping @Sendable (Desk) async throws -> Void) async throws {
        let bot = try project.bot(options: ["server.port": "0", "simulator.port": "0"])
        let clock = TurnableClock(standingAt: Moment(seconds: 1_772_442_000))
        let (news, tell) = AsyncStream.makeStream(of: FlowWatcher.News.self)
        let watcher = FlowWatcher(
            folder: try ProjectFolder(at: project.path), actions: bot.settings.actionsPath,
            services: bot.settings.servicesPath,
            isStrict: bot.settings.isStrict, clock: clock
        ) { tell.yield($0) }
        let (ready, isReady) = AsyncStream.makeStream(of: DevelopmentServer.Running.self)
        let server = try bot.development(
            database: "\(project.path)/dev.sqlite", settings: bot.settings, clock: TurnableClock(),
            logger: Logger(label: "usher") { _ in SwiftLogNoOpLogHandler() }, watcher: watcher
        ) { isReady.yield($0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { isReady.finish() }
                try await server.run()
            }
            for await running in ready {
                try await work(
                    Desk(path: project.path, customer: SimulatedCustomer(of: running), clock: clock, news: news))
                break
            }
            group.cancelAll()
        }
    }

    @Test func `a saved flow is live at once, however it was saved`() async throws {
        try await run(TestProject()) { desk in
            try await #expect(desk.customer.says("Hi").last == "Hello!")
            try desk.save("Flows/shop.yaml", flow("Good day!"))
            guard case .live(_, let report) = try await desk.next() else { throw CancellationError() }
            #expect(report.diagnostics.isEmpty)
            try await #expect(desk.customer.says("Hi").last == "Good day!")
            try desk.saveByRenaming("Flows/shop.yaml", flow("Good evening!"))
            guard case .live = try await desk.next() else { throw CancellationError() }
            try await #expect(desk.customer.says("Hi").last == "Good evening!")
        }
    }

    @Test func `a broken flow is told, and the one before goes on until it is mended`() async throws {
        try await run(TestProject()) { desk in
            try desk.save("Flows/shop.yaml", flow("Good day!", then: "nowhere"))
            guard case .broken(let report) = try await desk.next() else { throw CancellationError() }
            #expect(report.diagnostics.map(\.code) == [.unknownStep])
            try await #expect(desk.customer.says("Hi").last == "Hello!")
            try desk.save("Flows/shop.yaml", flow("Good day!"))
            guard case .live = try await desk.next() else { throw CancellationError() }
            try await #expect(desk.customer.says("Hi").last == "Good day!")
        }
    }

    @Test func `a mistake taken back is told too`() async throws {
        let project = try TestProject()
        let before = try String(contentsOfFile: "\(project.path)/Flows/shop.yaml", encoding: .utf8)
        try await run(project) { desk in
            try desk.save("Flows/shop.yaml", "flow: shop\n")
            guard case .broken = try await desk.next() else { throw CancellationError() }
            try desk.saveByRenaming("Flows/shop.yaml", before)
            guard case .restored = try await desk.next() else { throw CancellationError() }
            try await #expect(desk.customer.says("Hi").last == "Hello!")
        }
    }

    @Test func `new files and saved actions count too`() async throws {
        let project = try TestProject(actions: TestProject.action, steps: TestProject.calling)
        try await run(project) { desk in
            try await #expect(desk.customer.says("Hi").last == "the example")
            let actions = "actions:\n\(TestProject.action)\n".replacing("the example", with: "another example")
            try desk.save("Config/actions.yaml", actions)
            guard case .live = try await desk.next() else { throw CancellationError() }
            try await #expect(desk.customer.says("Hi").last == "another example")
            try desk.save("Flows/shop.de.yaml", "translation: shop\nlanguage: dk\n")
            guard case .broken(let report) = try await desk.next() else { throw CancellationError() }
            #expect(report.diagnostics.contains { $0.code == .unknownLanguage })
        }
    }
}
