import Expressions
import Foundation
import JSON
import Synchronization

/// A customer's device in the terminal: it shows the bot's messages and sends the typed lines.
actor ChatLoop {
    let device: any CustomerDevice
    let screen: ChatScreen
    private var last = 0
    /// The newest bubble that asks for a choice.
    private var open = OpenBubbles()
    /// A form that has arrived and is to be opened.
    private var arrived: DeviceForm?
    /// The form being filled in.
    var walk: FormWalk?
    /// The newest form that was shown.
    var lastForm: DeviceForm?
    /// The open payment sheet, and whether a payment on it was declined.
    var sheet: DeviceSheet?
    var wasDeclined = false
    /// The files received, each with the number of its message.
    var files: [(message: Int, file: DeviceFile)] = []
    /// Records the chat as a transcript, if it is to be saved.
    var recorder: ChatRecorder?

    init(device: any CustomerDevice, screen: ChatScreen, recorder: ChatRecorder? = nil) {
        self.device = device
        self.screen = screen
        self.recorder = recorder
    }

    /// The device, for commands that only Apple's devices support.
    var apple: SimulatedDevice {
        get throws(ChatFailure) {
            guard let apple = device as? SimulatedDevice else {
                throw ChatFailure("only Apple's devices do this; a browser gets a link, or words")
            }
            return apple
        }
    }

    /// Runs until the lines end or `:quit` is typed.
    func run(_ lines: AsyncStream<String>) async {
        screen.prompt()
        for await line in lines {
            do throws(ChatFailure) {
                guard try await take(line.trimmingCharacters(in: .whitespaces)) else { return }
                if walk == nil, sheet == nil { try await showAnswers() }
                if walk == nil, sheet == nil, let form = arrived {
                    arrived = nil
                    try await open(form)
                }
            } catch {
                screen.tell("\(error)")
            }
            if screen.terminal.isClosed { return }
            screen.prompt()
        }
        screen.leave()
    }

    /// Handles a line. Returns whether the chat continues.
    private func take(_ line: String) async throws(ChatFailure) -> Bool {
        if line.hasPrefix(":") { return try await command(line) }
        if walk != nil {
            try await takeForForm(line)
            return true
        }
        if sheet != nil {
            try await takeForSheet(line)
            return true
        }
        let text = line.isEmpty ? "Hello" : line
        if line.isEmpty, !open.isEmpty { return true }
        if let (answer, bubble) = open.answer(text) {
            try await give(answer)
            recorder?.add(answer, to: bubble)
            open.close()
        } else {
            try await device.say(text)
            recorder?.add(said: text)
            open.end()
        }
        return true
    }

    private func give(_ answer: ChatAnswer) async throws(ChatFailure) {
        switch answer {
        case .tap(let ids, let request): try await device.tap(ids, on: request)
        case .pick(let slot, let request): try await device.pick(slot, on: request)
        }
    }

    /// Shows messages until none has arrived for a while.
    private func showAnswers() async throws(ChatFailure) {
        let started = ContinuousClock.now
        var lastNews = started
        while ContinuousClock.now - lastNews < (last == 0 || lastNews == started ? .seconds(3) : .milliseconds(600)) {
            let messages = try await device.messages(after: last, wait: 1)
            for message in messages { show(message) }
            if !messages.isEmpty { lastNews = .now }
        }
    }

    private func show(_ message: DeviceMessage) {
        last = message.number
        if message.lost == nil { open.add(message.content) }
        screen.show(message, numberedFrom: open.firstNumber)
        recorder?.add(message)
        for file in message.files {
            files.append((message.number, file))
            screen.show(file, number: files.count)
        }
        guard message.lost == nil else { return }
        switch message.content {
        case .form(let form): (arrived, lastForm) = (form, form)
        case .choices, .times, .text, .app, .link, .signIn, .payment, .other: break
        }
    }
}
