/// The bubbles that a line can answer: the newest one with answers, or times with the bubble of answers beside them.
struct OpenBubbles {
    /// Each with the number of its first answer.
    private var bubbles: [(content: DeviceMessage.Content, first: Int)] = []
    /// Whether the customer has sent something since.
    private var isEnded = false

    var isEmpty: Bool { bubbles.isEmpty }

    /// The number of the first answer of the newest bubble.
    var firstNumber: Int { bubbles.last?.first ?? 1 }

    /// Processes a message of the bot. Answers directly after times belong to the same question, and are numbered on.
    mutating func add(_ content: DeviceMessage.Content) {
        switch content {
        case .choices:
            guard !isEnded, bubbles.count == 1, case .times(_, _, _, let slots)? = bubbles.first?.content else {
                bubbles = [(content, 1)]
                break
            }
            bubbles.append((content, slots.count + 1))
        case .times: bubbles = [(content, 1)]
        case .form: bubbles = []
        case .text, .app, .link, .signIn, .payment, .other: return
        }
        isEnded = false
    }

    /// The customer sends something that answers none of the bubbles; they stay open.
    mutating func end() { isEnded = true }

    mutating func close() { bubbles = [] }

    /// The meaning of a typed line; `nil` when it is sent as a text.
    func answer(_ text: String) -> (answer: ChatAnswer, bubble: DeviceMessage.Content)? {
        for (content, first) in bubbles {
            if let answer = ChatAnswer(text, to: content, numberedFrom: first) { return (answer, content) }
        }
        return nil
    }
}
