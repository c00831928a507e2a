import Expressions

/// The transcript of a device: the newest entries, as far as the limits allow.
struct Transcript: Sendable {
    private(set) var entries: BoundedLog<TranscriptEntry>
    /// Whether the device has been removed; waits for entries then end.
    var isOver = false

    init(memory: MemoryLimits) {
        entries = BoundedLog(countLimit: memory.transcriptEntries, sizeLimit: memory.transcriptBytes)
    }

    mutating func add(
        _ content: TranscriptEntry.Content, id: String, files: [TranscriptFile] = [], payload: [UInt8],
        lost: String? = nil, at moment: Moment
    ) -> Int {
        let entry = TranscriptEntry(
            number: entries.lastNumber + 1, at: moment, content: content, messageID: id, files: files,
            payload: payload, lost: lost)
        entries.append(entry, size: payload.count)
        return entry.number
    }

    mutating func change(_ number: Int, _ body: (inout TranscriptEntry) -> Void) {
        guard var entry = entries[number] else { return }
        body(&entry)
        entries[number] = entry
    }

    /// Returns the entries after `number`; those sent by the customer only on request.
    func news(after number: Int, withSent: Bool) -> [TranscriptEntry] {
        entries.elements(after: number).filter { withSent || $0.isReceived }
    }

    /// Returns the bubble to be answered.
    ///
    /// - Parameter fits: whether the customer can answer a feature.
    func bubble(
        _ choice: BubbleChoice, _ fits: (any InteractiveFeature) -> Bool
    ) throws(SimulatorRefusal) -> (TranscriptEntry, InteractiveMessage) {
        func isMeant(_ entry: TranscriptEntry) -> Bool {
            guard let message = entry.interactive else { return false }
            return switch choice {
            case .newestUnanswered: !entry.isAnswered && entry.lost == nil && fits(message.feature)
            case .message(let id): entry.messageID == id
            case .request(let identifier): message.requestIdentifier == identifier
            }
        }
        // Times and the answers beside them are two bubbles of one request.
        let fitting = entries.last { entry in
            guard let message = entry.interactive else { return false }
            return isMeant(entry) && fits(message.feature)
        }
        let found = fitting ?? entries.last { isMeant($0) }
        guard let entry = found?.element, let message = entry.interactive else { throw choice.refusal }
        if let lost = entry.lost { throw .conflict("the customer never saw that bubble: \(lost)") }
        guard fits(message.feature) else {
            throw .invalid(
                "that bubble is a \(entry.kind): a time picker is picked from, a form is filled in, the others are tapped"
            )
        }
        return (entry, message)
    }

    /// Returns the iMessage app's bubble to be answered; `.request` names its session.
    func app(_ choice: BubbleChoice) throws(SimulatorRefusal) -> (TranscriptEntry, AppMessage) {
        let found = entries.last { entry in
            guard let app = entry.app else { return false }
            return switch choice {
            case .newestUnanswered: !entry.isAnswered && entry.lost == nil
            case .message(let id): entry.messageID == id
            case .request(let session): app.sessionIdentifier == session
            }
        }
        guard let entry = found?.element, let app = entry.app else { throw choice.refusal }
        if let lost = entry.lost { throw .conflict("the customer never saw that bubble: \(lost)") }
        return (entry, app)
    }
}

/// The bubble that the customer answers.
public enum BubbleChoice: Sendable, Hashable {
    /// The newest one shown on the device that has no answer yet.
    case newestUnanswered
    /// The one from the message with this id, answered or not.
    case message(String)
    /// The one with this request identifier, answered or not.
    case request(String)

    fileprivate var refusal: SimulatorRefusal {
        switch self {
        case .newestUnanswered: .conflict("there is no bubble of that kind on the device that waits for an answer")
        case .message(let id): .notFound("message: the device has no bubble from a message `\(id)`")
        case .request(let identifier): .notFound("request: the device has no bubble of the request `\(identifier)`")
        }
    }
}
