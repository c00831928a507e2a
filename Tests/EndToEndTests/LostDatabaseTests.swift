import Foundation
import Testing

/// The database of a running server is moved away: the server ends, and the next start does not create an empty one
/// unless asked.
@Suite struct LostDatabaseTests {
    private static let account = [
        "USHER_APPLE_MSP_ID": "msp", "USHER_APPLE_SECRET": Data(repeating: 7, count: 32).base64EncodedString(),
    ]
    private let project: TemporaryProject
    private var database: String { project.url.appending(path: "data/usher.sqlite").path }

    init() throws { project = try TemporaryProject() }

    private func serve(_ arguments: String...) throws -> RunningProgram {
        try RunningProgram(
            ["serve", "--port", "0"] + arguments, environment: Self.account, in: project.url)
    }

    /// Starts a server, and stops it once it listens.
    private func serveForAMoment(_ arguments: [String] = []) async throws {
        let server = try RunningProgram(
            ["serve", "--port", "0"] + arguments, environment: Self.account, in: project.url)
        #expect(await server.errors.wait(for: "server started"), "\(server.errors.text)")
        server.stop()
        await server.expectEnd(with: 0)
    }

    private func move(_ suffix: String, to other: String) throws {
        for file in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: database + suffix + file) {
            try FileManager.default.moveItem(
                atPath: database + suffix + file, toPath: database + other + file)
        }
    }

    @Test func `a server whose database has gone ends with 75 and begins no empty one unless that is meant`()
        async throws
    {
        let server = try serve()
        #expect(await server.errors.wait(for: "server started"), "\(server.errors.text)")
        try move("", to: ".away")
        await server.expectEnd(with: 75)
        let errors = await server.errors.whole()
        #expect(errors.contains("database missing, stopping the server"))
        #expect(errors.contains("was moved, deleted or replaced while the server had it open"))

        let refused = try serve()
        await refused.expectEnd(with: 75)
        #expect(await refused.errors.whole().contains("start `usher serve` with --new-database"))
        #expect(!FileManager.default.fileExists(atPath: database))

        try move(".away", to: "")
        try await serveForAMoment()
        try FileManager.default.removeItem(atPath: database)
        try await serveForAMoment(["--new-database"])
        try await serveForAMoment()
    }

    /// Threads of libraries end while the program does: a refused start used to die of a signal now and then.
    @Test func `every refused start ends with its code`() async throws {
        try await serveForAMoment()
        try FileManager.default.removeItem(atPath: database)
        for _ in 0..<10 {
            try await withThrowingTaskGroup { group in
                for _ in 0..<4 {
                    let server = try serve()
                    group.addTask { await server.expectEnd(with: 75) }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func `who deletes the folder of the data of usher dev begins anew`() async throws {
        for _ in 0..<2 {
            let server = try RunningProgram(
                ["dev", "--port", "0", "--simulator-port", "0"], in: project.url)
            #expect(await server.output.wait(for: "Stop with Ctrl-C"), "\(server.errors.text)")
            try FileManager.default.removeItem(at: project.url.appending(path: "data"))
            server.stop()
            await server.expectEnd(with: 0)
        }
    }
}
