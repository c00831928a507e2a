import FlowModel

/// An event at a step, by the names of flow and step: stored with the history, so that statistics can show how
/// customers get through a flow.
public struct StepMark: Sendable, Hashable {
    public enum Kind: String, Sendable, CaseIterable {
        case entered
        /// Its question was answered, or its call returned the declared results.
        case answered
        /// A reply did not match; the question may have been asked again.
        case unexpected
        // The step was left by an exit.
        case silent, other, failed, cancelled, unable
        /// The conversation ended at this step.
        case ended
        /// The customer closed the conversation.
        case closed
    }

    public var kind: Kind
    public var flow: String
    public var step: String

    public init(_ kind: Kind, flow: String, step: String) {
        self.kind = kind
        self.flow = flow
        self.step = step
    }
}

extension StepMark.Kind {
    /// The mark of a branch; `nil` for the regular continuation of the step.
    init?(_ way: StepWay) {
        switch way {
        case .silent, .unanswered: self = .silent
        case .other: self = .other
        case .failed: self = .failed
        case .cancelled: self = .cancelled
        case .unable, .empty: self = .unable
        case .answer, .line, .otherwise, .away, .event: return nil
        }
    }
}

/// The stored form: readable words, such as `answered order/size, entered order/colour`.
extension StepMark {
    public static func text(of marks: [StepMark]) -> String {
        var text = ""
        for mark in marks {
            if !text.isEmpty { text += ", " }
            text += mark.kind.rawValue
            text += " "
            text += mark.flow
            text += "/"
            text += mark.step
        }
        return text
    }

    /// Marks that cannot be read, such as those of a newer version, are left out.
    public static func marks(in text: some StringProtocol) -> [StepMark] {
        text.split(separator: ",").compactMap { mark in
            let words = mark.split(separator: " ")
            let place = words.last?.split(separator: "/", omittingEmptySubsequences: false) ?? []
            guard words.count == 2, place.count == 2, let kind = Kind(rawValue: String(words[0])) else { return nil }
            return StepMark(kind, flow: String(place[0]), step: String(place[1]))
        }
    }
}

extension Session {
    /// The mark for the end of the conversation, if it has ended.
    var lastMark: [StepMark] {
        switch status {
        case .ended: [StepMark(.ended, flow: flow, step: step)]
        case .closed: [StepMark(.closed, flow: flow, step: step)]
        case .waiting, .calling, .withPerson: []
        }
    }
}
