import FlowModel
import MessageModel

/// Marks hide private data in texts. Times, amounts and the data of apps are hidden as a whole.
extension TurnBuilder {
    /// The question without private data that marks do not reach; `nil` when it contains none.
    func redacted(_ asked: AskedQuestion, _ question: Question) -> AskedQuestion? {
        guard session.isPrivate else { return nil }
        switch question.kind {
        case .times(let times): return offersPrivateTimes(times) ? asked.withoutTimes : nil
        case .pay(let pay): return pay.names.contains(where: scope.isPrivate) ? asked.asText : nil
        case .app(let app): return app.names.contains(where: scope.isPrivate) ? asked.asText : nil
        case .choice, .text, .number, .money, .date, .signIn, .photo, .file, .place, .form: return nil
        }
    }
}

extension AskedQuestion {
    /// The question without the times that it offers.
    fileprivate var withoutTimes: AskedQuestion {
        guard case .times(var times) = kind else { return self }
        times.slots = []
        var asked = self
        asked.kind = .times(times)
        return asked
    }

    /// Only what is asked.
    fileprivate var asText: AskedQuestion {
        var asked = self
        asked.kind = .text(AskedText(kind: "one line", atLeast: 0, atMost: 0, matches: nil))
        return asked
    }
}
