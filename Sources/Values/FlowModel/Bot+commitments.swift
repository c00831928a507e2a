/// What an answer sets in motion before anything else is asked.
extension Bot {
    /// Whether a destination leads to a payment, a call that does more than read, people, or the end, without another
    /// question on the way.
    public func commits(_ destination: Destination) -> Bool {
        var walk = CommitmentWalk(bot: self)
        return walk.commits(destination, runs: [])
    }
}

private struct CommitmentWalk {
    let bot: Bot
    private var visited: Set<StepReference> = []

    init(bot: Bot) { self.bot = bot }

    /// - Parameter runs: what follows the end of each nested flow, the innermost last.
    mutating func commits(_ destination: Destination, runs: [Destination]) -> Bool {
        switch destination {
        case .conversationEnd: return true
        case .end: return runs.last.map { commits($0, runs: runs.dropLast()) } ?? true
        case .back, .resume: return false
        case .step(let reference):
            guard visited.insert(reference).inserted else { return false }
            return commits(bot.step(reference).thing, runs: runs)
        }
    }

    private mutating func commits(_ thing: Step.StepAction, runs: [Destination]) -> Bool {
        switch thing {
        case .go(let then): return commits(then, runs: runs)
        case .ask(let question): return question.takesPayment
        case .decide(let lines, let otherwise):
            for line in lines where commits(line.destination, runs: runs) { return true }
            return commits(otherwise, runs: runs)
        case .handOver: return true
        case .call(let call): return !bot.actions[call.action].onlyReads || commits(call.then, runs: runs)
        case .run(let run):
            let start = StepReference(flow: run.flow, step: bot.flows[run.flow].start)
            return commits(.step(start), runs: runs + [run.then])
        case .remind(let reminder): return commits(reminder.then, runs: runs)
        }
    }
}

extension Action {
    /// Whether a call only reads from the other system.
    fileprivate var onlyReads: Bool {
        if case .http(let target) = target { target.method.uppercased() == "GET" } else { false }
    }
}
