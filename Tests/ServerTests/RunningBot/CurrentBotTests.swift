import ApplePay
import AppleSimulator
import Channels
import Concurrency
import ConversationRuntime
import CurlClient
import Expressions
import FlowEngine
import FlowModel
import SQLiteStorage
import SignIn
import TestSupport
import Testing

@testable import Server

/// The bot of a running server is replaced as a whole.
@Suite struct CurrentBotTests {
    @Test func `a request under way keeps its bot, and the next one has the new bot whole`() async throws {
        try await Bank.run { bank in
            let (phone, link) = try await bank.phoneWithLink()
            let (authorize, cookie) = try await bank.open(link)
            #expect(authorize.contains("client_id=bank-bot"))
            let back = try await bank.signIn(at: authorize)
            var next = try Bank.bot(issuer: try await bank.server.simulator.baseURL + "/identity/bank")
            next.business = "Harbour Bank"
            next.providers[0].client = "harbour-bot"
            next.version = "harbour"
            let replacement = next
            bank.server.gate.closeGate()
            let shown = try await phone.after { _, _ in
                async let end = bank.get(back, cookie: cookie)
                // The provider has been asked, and the conversation has not been told yet.
                await bank.server.gate.untilSomebodyWaits()
                bank.server.use(replacement)
                bank.server.gate.openGate()
                let page = String(decoding: try await end.body, as: UTF8.self)
                #expect(page.contains("You are signed in"))
                #expect(page.contains("Bridge Bank") && !page.contains("Harbour Bank"))
            }
            #expect(shown == ["Hello Ana, your branch is Harbour."])

            let (_, second) = try await bank.phoneWithLink()
            let page = String(decoding: try await bank.get(second.address).body, as: UTF8.self)
            #expect(page.contains("Harbour Bank"))
            #expect(try await bank.open(second).authorize.contains("client_id=harbour-bot"))
            #expect(bank.server.conversations.version == "harbour")
        }
    }

    @Test func `a bot that is built while another replaces it is built again from that one`() throws {
        let folder = try TemporaryFolder()
        let current = CurrentBot(try Self.bot("1", folder))
        let published = try Self.bot("2", folder)
        var seen: [String] = []
        current.replace { before in
            seen.append(before.bot.version)
            // The secrets are read again while a publication takes over.
            if seen.count == 1 { current.replace { _ in published } }
            return before
        }
        #expect(seen == ["1", "2"])
        #expect(current.value.bot.version == "2")
    }

    @Test func `readers see the parts of one bot, however often it is replaced`() async throws {
        let folder = try TemporaryFolder()
        let bots = try (1...2).map { try Self.bot("\($0)", folder) }
        let current = CurrentBot(bots[0])
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for round in 0..<2_000 { current.replace { _ in bots[round % 2] } }
            }
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<2_000 {
                        let taken = current.value
                        #expect(taken.pictures.path(of: "version") == taken.bot.version)
                    }
                }
            }
        }
    }

    @Test func `an action that only an earlier version declared is called as that version declared it`() async throws {
        func bot(_ version: String, _ actions: String...) throws -> Bot {
            var bot = try Fixtures.bot()
            (bot.version, bot.actions) = (version, actions.map { Action(name: $0) })
            return bot
        }
        let first = BotActions(of: try bot("1", "book", "pay"), after: nil) { VersionCaller(version: $0.version) }
        let second = BotActions(of: try bot("2", "pay"), after: first) { VersionCaller(version: $0.version) }
        let third = BotActions(of: try bot("3"), after: second) { VersionCaller(version: $0.version) }
        let fourth = BotActions(of: try bot("4", "book"), after: third) { VersionCaller(version: $0.version) }
        for (actions, book, pay) in [(first, "1", "1"), (second, "1", "2"), (third, "1", "2"), (fourth, "4", "2")] {
            #expect(await Self.version(of: "book", in: actions) == book)
            #expect(await Self.version(of: "pay", in: actions) == pay)
        }
    }

    private static func version(of action: String, in actions: BotActions) async -> String? {
        let conversation = ConversationKey(channel: "apple", customer: "ana", business: "b")
        let call = ActionCall(action: action, inputs: Fields(), key: "1", conversation: conversation)
        guard case .failed(let version) = await actions.call(call) else { return nil }
        return version
    }

    private static func bot(_ version: String, _ folder: TemporaryFolder) throws -> RunningBot {
        var bot = try Fixtures.bot()
        bot.version = version
        let clock = TurnableClock(standingAt: Account.now)
        let store = try SQLiteDatabase(path: folder.path + "/\(version).sqlite").signIns
        let client = CurlClient()
        let providers = ProviderRegistry(
            of: bot, secret: { _ in nil }, http: ProviderHTTP(client: client, allowsPrivateAddresses: false),
            clock: clock)
        return RunningBot(
            engine: Engine(bot), pictures: Pictures(files: ["version": version], client: client),
            actions: BotActions(of: bot, after: nil) { VersionCaller(version: $0.version) }, providers: providers,
            signIns: SignInInitiator(providers: providers, store: store, publicURL: nil, clock: clock),
            processor: TestProcessor(), channels: [], web: nil)
    }
}

/// Answers every call with the version of the bot that makes it.
private struct VersionCaller: ActionCaller {
    let version: String

    func call(_ call: ActionCall) async -> ActionOutcome { .failed(version) }
}
