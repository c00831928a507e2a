import ArgumentParser
import CurlClient
import Server
import ServerDoctor
import Usher

/// `usher health`: asks the running server whether it is ready.
struct HealthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Report whether the server on this machine is ready.",
        discussion: """
            Asks the server at `server.host` and `server.port`, as load balancers do (`GET /health/ready`). Made for containers
            and monitoring; `usher doctor` finds out why a server is not ready, and also asks where `usher.socket` listens.

            Examples:
              usher health
              usher health --host 10.0.0.11 --port 9000 && echo ready

            Exit code 0: ready. 1: not ready, without an answer for five seconds, or not running. 2: the settings are invalid.
            """)

    @Option(help: "Read settings from this file.", completion: .file())
    var config: String?

    @Option(help: "Connect to this address (server.host).")
    var host: String?

    @Option(help: "Connect to this port (server.port).")
    var port: Int?

    func run() async throws {
        var options: [String: String] = [:]
        options["server.host"] = host
        options["server.port"] = port.map(String.init)
        let settings = try Bootstrap.settings(SettingsSource.here(file: config, options: options), isServing: false)
        let answer = try await CurlClient.whileNeeded { await ReadyAnswer.ask(settings, $0) }
        switch answer {
        case .ready: return print("ready")
        case .readyAfterLoss(let reason):
            print("ready")
            return Console.note("usher: \(reason)")
        case .notRunning:
            let hint = SocketFile.hint(besides: settings.address).map { " (\($0))" } ?? ""
            Console.note(
                "usher: no server answers at \(settings.address); start it with `usher serve`, or set `server.host` and "
                    + "`server.port` to the address at which it listens\(hint)")
        case .silent:
            Console.note("usher: \(ReadyAnswer.silence(at: settings.address)); restart it")
        case .notReady(let reason, _), .sendingStopped(let reason, _):
            Console.note("usher: not ready: \(reason)")
        case .another(let reason):
            Console.note(
                "usher: another program than Usher answers at \(settings.address): \(reason); stop it, or set another "
                    + "`server.port`")
        }
        if let lost = answer.lost { Console.note("usher: \(lost)") }
        throw ExitCode(1)
    }
}
