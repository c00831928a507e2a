extension StepWay {
    /// The branch in a few characters, the same for plays, maps and pages: `answer 0`, `line 2`, `silent`.
    public var id: String {
        switch self {
        case .answer(let index): "answer \(index)"
        case .line(let index): "line \(index)"
        case .otherwise: "otherwise"
        case .away: "away"
        case .unanswered: "unanswered"
        case .silent: "silent"
        case .other: "other"
        case .failed: "failed"
        case .cancelled: "cancelled"
        case .unable: "unable"
        case .empty: "empty"
        case .event(let name): "event \(name)"
        }
    }
}
