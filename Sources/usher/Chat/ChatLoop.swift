import Expressions
import Foundation
import JSON
import Synchronization

/// A customer's device in the terminal: shows what the bot sends and answers with what is typed.
actor ChatLoop {
    private let simulator: SimulatorClient
    private let device: String
    private let screen: ChatScreen
    private var last = 0
    /// The newest bubble that asks for a choice.
    private var open: DeviceMessage.Content?
    /// The chat as a transcript, when it is to be saved.
    private(set) var recorder: ChatRecorder?

    init(simulator: SimulatorClient, device: String, screen: ChatScreen, recorder: ChatRecorder? = nil) {
        self.simulator = simulator
        self.device = device
        self.screen = screen
        self.recorder = recorder
    }

    /// Talks until the lines end or `:quit` is typed.
    func run(_ lines: AsyncStream<String>) async {
        screen.prompt()
        for await line in lines {
            do throws(ChatFailure) {
                guard try await take(line.trimmingCharacters(in: .whitespaces)) else { return }
                try await showAnswers()
            } catch {
                screen.tell("\(error)")
            }
            screen.prompt()
        }
    }

    /// Does what a line says. Returns whether to go on.
    private func take(_ line: String) async throws(ChatFailure) -> Bool {
        if line.hasPrefix(":") { return try await command(line) }
        let text = line.isEmpty ? "Hello" : line
        if line.isEmpty, open != nil { return true }
        if let open, let answer = ChatAnswer(text, to: open) {
            try await give(answer)
            recorder?.add(answer, to: open)
            self.open = nil
        } else {
            try await simulator.say(text, from: device)
            recorder?.add(said: text)
        }
        return true
    }

    private func give(_ answer: ChatAnswer) async throws(ChatFailure) {
        switch answer {
        case .tap(let ids, let request): try await simulator.tap(ids, on: request, from: device)
        case .pick(let slot, let request): try await simulator.pick(slot, on: request, from: device)
        }
    }

    private func command(_ line: String) async throws(ChatFailure) -> Bool {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        switch words[0] {
        case ":quit", ":q": return false
        case ":help", ":h": screen.help()
        case ":close":
            try await simulator.close(device)
            recorder?.addClose()
            screen.tell("You deleted the conversation. What you write next begins a new one.")
        case ":place":
            guard words.count == 2, let place = PlaceValue(typed: words[1]) else {
                throw ChatFailure("write an address, or degrees such as `:place 52.5, 13.4`")
            }
            try await simulator.say(place.shared ?? words[1], from: device)
            recorder?.add(place: words[1])
        case ":wait":
            guard words.count == 2, let length = Literal.duration(words[1]), length > .zero else {
                throw ChatFailure("write how long, such as `:wait 10 minutes`")
            }
            try await simulator.turnClock(by: length)
            recorder?.add(waited: words[1])
            screen.tell("\(words[1]) pass")
        default: throw ChatFailure("there is no \(words[0]); :help lists what there is")
        }
        return true
    }

    /// Shows what comes until nothing has come for a while.
    private func showAnswers() async throws(ChatFailure) {
        let started = ContinuousClock.now
        var lastNews = started
        while ContinuousClock.now - lastNews < (last == 0 || lastNews == started ? .seconds(3) : .milliseconds(600)) {
            let messages = try await simulator.messages(of: device, after: last, wait: 1)
            for message in messages { show(message) }
            if !messages.isEmpty { lastNews = .now }
        }
    }

    private func show(_ message: DeviceMessage) {
        last = message.number
        screen.show(message)
        recorder?.add(message)
        switch message.content {
        case .choices, .times: if message.lost == nil { open = message.content }
        case .text, .other: break
        }
    }
}

extension PlaceValue {
    /// A point as iPhones share it: a link of Apple's map. `nil` for an address.
    fileprivate var shared: String? {
        guard let latitude, let longitude, name == nil, street == nil else { return nil }
        return "https://maps.apple.com/?ll=\(latitude),\(longitude)"
    }
}

/// What a typed line means to the open bubble.
enum ChatAnswer {
    case tap([String], request: String)
    case pick(String, request: String)

    /// `nil` when the line is none of its answers, and so is just said.
    init?(_ text: String, to content: DeviceMessage.Content) {
        switch content {
        case .choices(_, let request, let choices, let several):
            let parts = several ? text.split(separator: ",").map(String.init) : [text]
            let chosen = parts.compactMap { Self.choice($0, choices) }
            guard !chosen.isEmpty, chosen.count == parts.count else { return nil }
            self = .tap(chosen.map(\.id), request: request)
        case .times(_, let request, _, let slots):
            guard let slot = Self.choice(text, slots) else { return nil }
            self = .pick(slot.id, request: request)
        case .text, .other: return nil
        }
    }

    private static func choice(_ text: String, _ choices: [DeviceMessage.Choice]) -> DeviceMessage.Choice? {
        let text = text.trimmingCharacters(in: .whitespaces).lowercased()
        if let choice = choices.first(where: { $0.title.lowercased() == text }) { return choice }
        guard let number = Int(text), choices.indices.contains(number - 1) else { return nil }
        return choices[number - 1]
    }
}
