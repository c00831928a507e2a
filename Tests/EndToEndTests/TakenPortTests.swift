import Foundation
import Testing

/// A port in use ends a server at once, with a message that says what to do.
@Suite struct TakenPortTests {
    @Test(arguments: ["dev", "serve"]) func `a taken port of the server is told, and ends the command`(
        command: String
    ) async throws {
        let taken = try TakenPort()
        let folder = try TemporaryProject()
        var arguments = [command, "--port", "\(taken.port)"]
        if command == "dev" { arguments += ["--simulator-port", "0"] }
        let result = try await Program.run(arguments, environment: Self.account, in: folder.url)
        result.expectEnd(with: 75)
        let error =
            "usher: port \(taken.port) is in use; stop the program that listens on it, or set `server.port` to another port"
        #expect(
            result.errors.split(separator: "\n").filter { !$0.contains(" info ") && !$0.contains(" notice ") } == [
                error[...]
            ])
    }

    @Test func `a taken port of the simulated Apple is told, and ends the command`() async throws {
        let taken = try TakenPort()
        let folder = try TemporaryProject()
        let result = try await Program.run(
            ["dev", "--path", ".", "--port", "0", "--simulator-port", "\(taken.port)"], in: folder.url)
        result.expectEnd(with: 75)
        #expect(result.errors.contains("set `simulator.port` to another port"))
    }

    @Test(arguments: [
        ("203.0.113.9", "203.0.113.9 is not an address of this machine")
    ])
    func `a place where no server can listen is a wrong setting`(_ host: String, _ reason: String) async throws {
        let folder = try TemporaryProject()
        let result = try await Program.run(
            ["serve", "--host", host, "--port", "0"], environment: Self.account, in: folder.url)
        result.expectEnd(with: 2)
        #expect(result.errors.hasSuffix("usher: \(reason); set `server.host`\n"), "\(result.errors)")
    }

    private static let account = [
        "USHER_APPLE_MSP_ID": "msp", "USHER_APPLE_SECRET": Data(repeating: 7, count: 32).base64EncodedString(),
    ]
}

/// A loopback port on which a test listens, and answers nothing.
final class TakenPort {
    let port: UInt16
    private let descriptor: Int32

    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && listen(descriptor, 1) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        guard isBound else { throw ProgramFailure("no port to be taken") }
        self.descriptor = descriptor
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }
}

/// A small project in a temporary folder, which is removed with it.
final class TemporaryProject {
    let url = FileManager.default.temporaryDirectory.appending(path: "usher-port-\(UUID().uuidString)")

    init() throws { try OperatedProject.write(in: url) }

    deinit { try? FileManager.default.removeItem(at: url) }
}
