import Foundation
import Testing

/// `usher health` where no server answers.
@Suite struct HealthCommandTests {
    @Test func `the address to ask can be given, and is named when nothing listens there`() async throws {
        let project = try TemporaryProject()
        let result = try await Program.run(["health", "--host", "127.0.0.2", "--port", "9"], in: project.url)
        result.expectEnd(with: 1)
        #expect(result.errors.hasPrefix("usher: no server answers at 127.0.0.2:9; start it"), "\(result.errors)")
    }

    @Test func `a process that accepts connections and answers nothing is to be restarted`() async throws {
        let project = try TemporaryProject()
        let taken = try TakenPort()
        let result = try await Program.run(["health", "--port", "\(taken.port)"], in: project.url)
        result.expectEnd(with: 1)
        let error = "usher: a process at 127.0.0.1:\(taken.port) does not answer within 5 seconds: it stands still"
        #expect(result.errors == "\(error); restart it\n")
    }
}
