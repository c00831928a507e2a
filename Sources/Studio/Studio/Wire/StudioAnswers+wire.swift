import AppleMessages
import AppleSimulator
import Channels
import Concurrency
import Expressions
import FlowCompiler
import HTTPTypes
import JSON
import Plays
import Server
import Simulation

/// The same conversation on the wire: a new customer of the simulated Apple does the lines of a thread, through the real
/// gateway and the webhook of the running server, with the flows that are saved.
extension StudioAnswers {
    var onTheWire: [Named] { [("wire", { try await wire($0) })] }

    private func wire(_ body: JSONValue) async throws -> JSONValue {
        guard let wire = site.wire else { throw StudioRefusal(.serviceUnavailable, "the server starts") }
        let request = try PlayRequest(json: ["threads": [body], "devices": []]).threads[0]
        let word = body["device"]?.string ?? DeviceKind.iphone.rawValue
        // The web chat has no gateway; a device that shows only text is an old one.
        let kind = DeviceKind(rawValue: word) ?? .oldIPhone
        let fault = try body["fault"]?.string.map(Self.fault)
        let flows = try await site.flows.flows(with: [:])
        let walk = try WireWalk(wire, kind: kind, fault: fault)
        var lines: [JSONValue] = []
        for (index, text) in request.text.lines.enumerated() {
            guard let deed = WireDeed(text) else { continue }
            var line: JSONObject = ["line": .int(index + 1), "text": .string(text)]
            if let obstacle = deed.obstacle {
                line["obstacle"] = .string(obstacle.rawValue)
                lines.append(.object(line))
                if obstacle == .arranged { continue }
                break
            }
            do {
                let answer = try await walk.perform(deed) { label in
                    await Self.place(of: label, at: index, in: request, on: word, flows)
                }
                for (key, value) in answer { line[key] = value }
                lines.append(.object(line))
            } catch {
                line["problem"] = .string("\(error)")
                lines.append(.object(line))
                break
            }
        }
        return ["lines": .array(lines), "log": .array(walk.log.map(\.json))]
    }

    /// The number, from 1, of a time among those that are offered before a line.
    private static func place(
        of label: String, at line: Int, in thread: PlayRequest.Thread, on device: String, _ flows: StudioFlows
    ) async -> Int? {
        let play = PlayRequest(
            threads: [thread], devices: [PlayDevice(rawValue: device) ?? .iphone], until: line)
        let offers = await flows.play(play).json["plays"]?[0]?["offers"]?.array ?? []
        let times = offers.filter { $0["kind"]?.string == "pick" }
        return times.firstIndex { $0["lines"]?[0]?.string == "pick: \(label)" }.map { $0 + 1 }
    }

    /// What can go wrong, once.
    private static func fault(_ word: String) throws -> WireFault {
        guard let fault = WireFault(rawValue: word) else {
            let known = WireFault.allCases.map(\.rawValue).joined(separator: ", ")
            throw StudioRefusal(.badRequest, "`fault` is one of \(known)")
        }
        return fault
    }
}

/// A fault on demand.
enum WireFault: String, CaseIterable {
    case gatewayDown = "gateway-down"
    case gatewayAnswerLost = "gateway-answer-lost"
    case webhookLost = "webhook-lost"
    case webhookAnswerLost = "webhook-answer-lost"
    case doubleTap = "double-tap"
    case slowGateway = "slow-gateway"

    fileprivate var side: FaultRule.Side {
        switch self {
        case .gatewayDown, .gatewayAnswerLost, .slowGateway: .gateway
        case .webhookLost, .webhookAnswerLost, .doubleTap: .webhook
        }
    }

    fileprivate var kind: FaultRule.Kind {
        switch self {
        case .gatewayDown: .status(503)
        case .gatewayAnswerLost, .webhookAnswerLost: .dropAfter
        case .webhookLost: .dropBefore
        case .doubleTap: .doubleTap(after: .zero)
        case .slowGateway: .delay(.seconds(2))
        }
    }
}

/// A line of a thread that a customer does.
enum WireDeed: Equatable {
    case text(String)
    case tap([String])
    case pick(String)
    case wait(String)
    case close
    /// A line that is not done here.
    case other(String)

    /// Why a line is not done here.
    enum Obstacle: String {
        /// Only a person can do it, with `usher chat`.
        case byHand = "by-hand"
        /// An agent does it, at the desk.
        case desk
        /// It begins in the middle, as only the phones can.
        case start
        /// It arranges something for the phones; the conversation continues without it.
        case arranged
    }

    /// `nil` for lines that are done.
    var obstacle: Obstacle? {
        guard case .other(let verb) = self else { return nil }
        return switch verb {
        case "start": .start
        case "given", "taken": .arranged
        case "person": .desk
        default: .byHand
        }
    }

    /// `nil` for lines that no side does: comments, and what is expected.
    init?(_ line: String) {
        guard let colon = line.firstIndex(of: ":"), !line.hasPrefix("#") else { return nil }
        let verb = line[..<colon]
        let rest = String(line[line.index(after: colon)...].drop { $0 == " " })
        switch verb {
        case "you": self = .text(rest)
        case "tap": self = .tap(rest.split(separator: ",").map { String($0.drop { $0 == " " }) })
        case "pick": self = .pick(rest)
        case "wait": self = .wait(rest)
        case "close": self = .close
        case "test", "bot", "expect": return nil
        default: self = .other(String(verb))
        }
    }
}

/// A customer of the simulated Apple who does what a thread says.
private struct WireWalk {
    private let wire: StudioWire
    private var simulator: AppleSimulator { wire.running.simulator }
    private let device: SimulatedDevice
    private let first: Int

    /// How long an answer may take, by the clock of the simulated Apple.
    private static let patience = TimeLength.seconds(3)
    /// How long nothing may come before an answer is complete.
    private static let silence = TimeLength(milliseconds: 250)
    /// More messages are a bot that never ends.
    private static let most = 50

    init(_ wire: StudioWire, kind: DeviceKind, fault: WireFault?) throws {
        self.wire = wire
        let simulator = wire.running.simulator
        device = try simulator.createDevice(
            DeviceDescription(kind, business: BusinessID(DevelopmentServer.business)))
        first = simulator.log().last?.number ?? 0
        if let fault {
            _ = simulator.add(try FaultRule(on: fault.side, fault.kind, count: 1, customer: device.customer))
        }
    }

    /// The exchanges of this customer.
    var log: [WireLogEntry] { simulator.log(after: first).filter { $0.customer == device.customer } }

    /// Does something, and returns what was posted and what the device shows then.
    func perform(_ deed: WireDeed, _ place: (String) async -> Int?) async throws -> JSONObject {
        let last = try simulator.lastNumber(of: device.id)
        let outcome: WebhookOutcome?
        switch deed {
        case .text(let text): outcome = try await simulator.send(text: text, from: device.id)
        case .tap(let labels): outcome = try await simulator.tap(labels, from: device.id)
        case .pick(let label):
            guard let number = await place(label) else { throw WireProblem("`\(label)` is not offered") }
            outcome = try await simulator.pick(.number(number), from: device.id)
        case .close: outcome = try await simulator.close(from: device.id)
        case .wait(let length):
            guard let length = Literal.duration(length) else {
                throw WireProblem("`\(length)` is not a length of time")
            }
            wire.clock.turn(by: length)
            outcome = nil
        case .other: outcome = nil
        }
        var answer: JSONObject = [:]
        answer.set("posts", outcome.map { .array($0.posts.map(\.words)) })
        answer["shown"] = .array(try await shown(after: last))
        return answer
    }

    /// What arrives until nothing comes any more.
    private func shown(after number: Int) async throws -> [JSONValue] {
        var shown: [TranscriptEntry] = []
        while shown.count < Self.most {
            let wait = shown.isEmpty ? Self.patience : Self.silence
            let new = try await simulator.messages(
                of: device.id, after: shown.last?.number ?? number, wait: wait)
            if new.isEmpty { break }
            shown += new
        }
        return shown.map(\.words)
    }
}

/// Why a line cannot be done on the wire.
private struct WireProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension TranscriptEntry {
    fileprivate var words: JSONValue {
        var object: JSONObject = ["kind": .string(kind), "text": .string(text)]
        object.set("lost", lost.map { .string($0) })
        return .object(object)
    }

    private var text: String {
        switch content {
        case .received(.text(let text)): text
        case .received(.interactive(let message)):
            ([message.receivedMessage?.title].compactMap { $0 } + message.feature.options.map(\.title)).joined(
                separator: " · ")
        default: ""
        }
    }
}

extension WebhookPost {
    fileprivate var words: JSONValue {
        var object: JSONObject = ["type": .string(type), "attempt": .int(attempt)]
        switch result {
        case .answered(let status, _): object["status"] = .int(status)
        case .failed(let reason): object["failure"] = .string(reason)
        }
        object.set("fault", fault.map { .string($0) })
        return .object(object)
    }
}

extension WireLogEntry {
    fileprivate var json: JSONValue {
        var object: JSONObject = ["number": .int(number), "at": .string(at.iso), "side": .string(side.rawValue)]
        object.set("type", type.map { .string($0) })
        object.set("status", status.map { .int($0) })
        object.set("reason", reason.map { .string($0) })
        object.set("fault", fault.map { .string($0) })
        object.set("attempt", attempt.map { .int($0) })
        if isRepeat { object["repeat"] = true }
        return .object(object)
    }
}
