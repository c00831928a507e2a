import Concurrency

extension Device {
    /// A bubble that the customer is about to answer.
    struct OpenBubble: Sendable {
        let number: Int
        let message: InteractiveMessage
        let session: String
        let wasAnswered: Bool
    }

    /// Finds the bubble, and assigns it a session if this is its first answer.
    func openBubble(
        _ choice: BubbleChoice, _ fits: (any InteractiveFeature) -> Bool, newSession: () -> String
    ) throws(SimulatorRefusal) -> OpenBubble {
        let found = transcript.change { transcript -> Result<OpenBubble, SimulatorRefusal> in
            Result { () throws(SimulatorRefusal) in
                let (entry, message) = try transcript.bubble(choice, fits)
                let session = entry.session ?? newSession()
                transcript.change(entry.number) { $0.session = session }
                return OpenBubble(
                    number: entry.number, message: message, session: session, wasAnswered: entry.isAnswered)
            }
        }
        return try found.get()
    }

    /// The bubble of an iMessage app that is about to answer.
    struct OpenApp: Sendable {
        let number: Int
        let bid: String
        let session: String
        let wasAnswered: Bool
    }

    /// Finds the bubble of an app. A session from the message is kept; otherwise its first answer assigns one.
    func openApp(_ choice: BubbleChoice, newSession: () -> String) throws(SimulatorRefusal) -> OpenApp {
        let found = transcript.change { transcript -> Result<OpenApp, SimulatorRefusal> in
            Result { () throws(SimulatorRefusal) in
                let (entry, app) = try transcript.app(choice)
                let session = entry.session ?? app.sessionIdentifier ?? newSession()
                transcript.change(entry.number) { $0.session = session }
                return OpenApp(number: entry.number, bid: app.bid, session: session, wasAnswered: entry.isAnswered)
            }
        }
        return try found.get()
    }

    func markBubble(_ number: Int, answered: Bool) {
        transcript.change { $0.change(number) { $0.isAnswered = answered } }
    }

    /// Returns the message to which the customer reacts.
    func entry(ofMessage id: String?) throws(SimulatorRefusal) -> TranscriptEntry {
        let found = transcript.read { transcript in
            transcript.entries.last { $0.canBeReactedTo && (id == nil || $0.messageID == id) }?.element
        }
        if let found { return found }
        guard let id else { throw .conflict("the device shows no message to react to") }
        throw .notFound("message: the device shows no message `\(id)`")
    }
}

extension TranscriptEntry {
    fileprivate var canBeReactedTo: Bool {
        switch content {
        case .received(.text), .received(.interactive), .received(.app), .received(.richLink): lost == nil
        default: false
        }
    }
}
