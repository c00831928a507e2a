import Expressions
import FlowModel
import MessageModel

/// Replies from a service: a sign-in, an iMessage app, and what they share with a payment.
extension TurnBuilder {
    /// Handles the end of a sign-in.
    mutating func take(_ reply: SignInReply, _ open: OpenQuestion) throws(EngineError) -> Handling {
        guard case .signIn(let asked) = open.asked.kind, open.isAsked(by: reply.question) else { return .notOpen }
        switch reply.outcome {
        case .success(let claims):
            let types = bot.providers.first { $0.name == asked.provider }?.claims
            guard let fitting = claims.fitting(types ?? []) else { return try failOpen(open, "bad answer") }
            try accept(.record(fitting), open)
            return .handled
        case .failure(let problem): return try failOpen(open, problem)
        case .cancelled: return try cancelOpen(open)
        }
    }

    /// Handles the reply of an app. A reply with fields of other types than declared does not match.
    mutating func take(_ reply: AppReply, _ open: OpenQuestion) throws(EngineError) -> Handling {
        guard case .app(let asked) = open.asked.kind, open.isAsked(by: reply.question) else { return .notOpen }
        let types = bot.apps.first { $0.name == asked.app }?.gives ?? []
        let context = ReadingContext(currency: bot.currency, zone: bot.zone)
        var fields = Fields()
        for type in types {
            guard let words = reply.fields[type.name], case .success(let value) = type.type.value(of: words, context)
            else {
                continue
            }
            fields[type.name] = value
        }
        guard let fitting = fields.fitting(types) else {
            try misfit(open)
            return .handled
        }
        try accept(.record(fitting), open)
        return .handled
    }

    /// The open question has failed: its exit for failures, with the name of the failure.
    mutating func failOpen(_ open: OpenQuestion, _ problem: String) throws(EngineError) -> Handling {
        remember(.record(Fields([("problem", .text(problem))])), as: open.name)
        followEdits()
        guard let step = openStep.map(bot.step) else {
            try startOver()
            return .handled
        }
        try leaveQuestion(for: fail(step))
        return .handled
    }

    /// The customer has dismissed the open question: `if_cancelled`, otherwise the exit for failures.
    mutating func cancelOpen(_ open: OpenQuestion) throws(EngineError) -> Handling {
        followEdits()
        guard let reference = openStep, let question = question(at: reference), question.cancelled != nil else {
            return try failOpen(open, "cancelled")
        }
        remember(nil, as: open.name)
        try leaveQuestion(for: cancel(question, bot.step(reference)))
        return .handled
    }
}

extension Heard {
    /// Whether it replies to a service's question, so that it has no meaning while that is not open.
    var isOfService: Bool {
        switch self {
        case .signIn, .pay, .app: true
        default: false
        }
    }
}

extension OpenQuestion {
    /// Whether a reply with this request identifier belongs to this question.
    func isAsked(by question: String?) -> Bool { question.map(ids.contains) ?? true }
}

extension Fields {
    /// The fields of these types, in order; `nil` when one is missing or of another type.
    fileprivate func fitting(_ types: [ValueType.RecordField]) -> Fields? {
        var fields = Fields()
        for type in types {
            guard let value = self[type.name] else {
                if type.isOptional { continue }
                return nil
            }
            guard type.type.holds(value) else { return nil }
            fields[type.name] = value
        }
        return fields
    }
}
