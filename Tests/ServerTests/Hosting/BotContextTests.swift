import Channels
import CurlClient
import TestSupport
import Testing

@testable import Server

/// What the bots of a server share, and what each has of its own.
@Suite struct BotContextTests {
    @Test func `no bot waits for the requests of another`() async throws {
        let context = ServerContext(client: CurlClient(), clock: SystemClock(), logger: LogRecorder().logger)
        let main = context.part(of: .main)
        let folders = try ["barber", "clinic"].map { context.part(of: try #require(BotName($0))) }
        #expect(main.client === context.client)
        #expect(folders.allSatisfy { $0.client !== context.client })
        #expect(folders[0].client !== folders[1].client)
        for client in [context.client] + folders.map(\.client) { await client.shutdown() }
    }
}
