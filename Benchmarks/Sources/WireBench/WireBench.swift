import ArgumentParser
import Foundation
import NIOCore
import NIOPosix

/// Drives a server on Apple's wire: customers who answer four questions, each on a connection of its own, and the gateway
/// that the server's messages go to. An event counts when its webhook is answered and its messages are at the gateway.
@main
struct WireBench: AsyncParsableCommand {
    @Option(help: "The port of the server. Of several, each event goes to the next one.") var serverPort = [8080]
    @Option(help: "The port on which the gateway listens.") var gatewayPort = 9912
    @Option(help: "The process of the server, for its CPU and memory; of several, each.") var pid: [Int32]
    @Flag(help: "Each customer stays at one of several servers.") var sticky = false
    @Option(help: "Customers at once.") var customers = 64
    @Option(help: "Seconds of measuring.") var seconds = 10
    @Option(help: "Conversations of each customer, instead of seconds; for counting instructions.") var conversations:
        Int?
    @Option(help: "The MSP id of the server.") var mspID = "bench"
    @Option(help: "The shared secret, base64.") var secret: String

    func run() async throws {
        guard let key = Data(base64Encoded: secret) else { throw ValidationError("the secret is not base64") }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let gateway = Gateway()
        let listening = try await gateway.listen(on: gatewayPort, group: group)
        let webhooks = Webhooks(token: Token.signed(with: key, audience: mspID))

        if let conversations {
            let events = try await converse(conversations, group, webhooks, gateway)
            print("\(events) events")
            try await listening.close()
            return try await group.shutdownGracefully()
        }
        let empty = try await measure("empty endpoint", group) { servers, number in
            let started = ContinuousClock.now
            _ = try await servers.next(number).post("/nothing", headers: [], body: webhooks.example)
            return Measured(latencies: [started.duration(to: .now)])
        }
        let events = try await measure("events", group) { servers, number in
            try await Customer(number: number, webhooks: webhooks, gateway: gateway, servers: servers).converse()
        }
        print(String(format: "events beside the empty endpoint: %.3f", events / empty))
        try await listening.close()
        try await group.shutdownGracefully()
    }

    /// Runs a number of conversations on every connection. Returns the number of events.
    private func converse(
        _ conversations: Int, _ group: any EventLoopGroup, _ webhooks: Webhooks, _ gateway: Gateway
    ) async throws -> Int {
        try await withThrowingTaskGroup(of: Int.self) { tasks in
            for index in 0..<customers {
                let servers = try await connect(index, group)
                tasks.addTask {
                    var events = 0
                    for round in 0..<conversations {
                        let customer = Customer(
                            number: index + round * 1_000_000, webhooks: webhooks, gateway: gateway,
                            servers: servers)
                        events += try await customer.converse().latencies.count
                    }
                    try await servers.close()
                    return events
                }
            }
            return try await tasks.reduce(0, +)
        }
    }

    /// What a customer is connected to.
    private func connect(_ customer: Int, _ group: any EventLoopGroup) async throws -> Servers {
        let ports = sticky ? [serverPort[customer % serverPort.count]] : serverPort
        var connections: [Connection] = []
        for port in ports { connections.append(try await Connection.open(to: port, group: group)) }
        return Servers(connections: connections)
    }

    /// Runs `work` again and again on every connection for the time of measuring. Returns the rate a second.
    private func measure(
        _ name: String, _ group: any EventLoopGroup,
        _ work: @escaping @Sendable (Servers, Int) async throws -> Measured
    ) async throws -> Double {
        var connected: [Servers] = []
        for customer in 0..<customers { connected.append(try await connect(customer, group)) }
        let before = pid.map(ServerProcess.init)
        let started = ContinuousClock.now
        let end = started + .seconds(seconds)
        let measured = try await withThrowingTaskGroup(of: Measured.self) { tasks in
            for (index, servers) in connected.enumerated() {
                tasks.addTask {
                    var measured = Measured()
                    var round = 0
                    while ContinuousClock.now < end {
                        measured += try await work(servers, index + round * 1_000_000)
                        round += 1
                    }
                    return measured
                }
            }
            return try await tasks.reduce(into: Measured()) { $0 += $1 }
        }
        let elapsed = started.duration(to: .now).inSeconds
        let after = pid.map(ServerProcess.init)
        for servers in connected { try await servers.close() }
        report(name, measured, elapsed, before, after)
        return Double(measured.latencies.count) / elapsed
    }

    private func report(
        _ name: String, _ measured: Measured, _ elapsed: Double, _ before: [ServerProcess],
        _ after: [ServerProcess]
    ) {
        let sorted = measured.latencies.map(\.inSeconds).sorted()
        let at = { (share: Double) in (sorted[Int(Double(sorted.count - 1) * share)]) * 1000 }
        let used = after.map(\.cpuSeconds).reduce(0, +) - before.map(\.cpuSeconds).reduce(0, +)
        let cpu = used / Double(max(1, sorted.count)) * 1_000_000
        print(
            String(
                format:
                    "%@: %d customers, %.0f a second, p50 %.2f ms, p99 %.2f ms, server CPU %.0f µs each, memory %.0f MB",
                name, customers, Double(sorted.count) / elapsed, at(0.5), at(0.99), cpu,
                after.map(\.residentMegabytes).reduce(0, +)))
        if measured.turnedAway > 0 { print("\(name): turned away \(measured.turnedAway) times, and taken later") }
    }
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

/// CPU time and memory of the server, as the kernel counts them (proc(5)).
struct ServerProcess {
    let cpuSeconds: Double
    let residentMegabytes: Double

    init(pid: Int32) {
        let stat = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
        let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        cpuSeconds = fields.count > 21 ? ((Double(fields[11]) ?? 0) + (Double(fields[12]) ?? 0)) / ticks : 0
        residentMegabytes = fields.count > 21 ? (Double(fields[21]) ?? 0) * 4096 / 1_000_000 : 0
    }
}
