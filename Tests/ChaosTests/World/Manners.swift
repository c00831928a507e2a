import Expressions

/// The faults of the world, each in per cent of cases.
struct Manners: Sendable {
    /// Apple does not receive the response to a message that was accepted, and sends it again.
    var losesReceipts = 0
    /// Apple answers a message with 5xx; accepts it, and the response is lost; is slow; refuses it permanently; refuses
    /// our key.
    var refuses = 0
    var losesAnswers = 0
    var dawdles = 0
    var givesUp = 0
    var halts = 0
    /// The garage's own system is slow; does the work, and the response is lost; fails.
    var callsDawdle = 0
    var callsLoseAnswers = 0
    var callsFail = 0
    /// A server called over HTTP answers 5xx.
    var away = 0

    static let good = Manners()

    static let bad = Manners(
        losesReceipts: 10, refuses: 10, losesAnswers: 10, dawdles: 10, givesUp: 1, halts: 1, callsDawdle: 20,
        callsLoseAnswers: 20, callsFail: 10, away: 10)

    func losesAnswer(_ chance: SeededRandom) -> Bool { chance.happens(losesReceipts, in: 100) }

    func isAway(_ chance: SeededRandom) -> Bool { chance.happens(away, in: 100) }

    /// The outcome of an attempt to send.
    enum Sending: Sendable {
        case taken, refused, answerLost, givenUp, halted
    }

    func sending(_ chance: SeededRandom) -> (after: TimeLength?, Sending) {
        let after = chance.happens(dawdles, in: 100) ? TimeLength.seconds(1 + chance.number(below: 8)) : nil
        let fates: [(Int, Sending)] = [
            (refuses, .refused), (losesAnswers, .answerLost), (givesUp, .givenUp), (halts, .halted),
        ]
        for (times, fate) in fates where chance.happens(times, in: 100) { return (after, fate) }
        return (after, .taken)
    }

    /// The outcome of an attempt to call.
    enum Calling: Sendable {
        case done, answerLost, failed
    }

    func calling(_ chance: SeededRandom) -> (after: TimeLength?, Calling) {
        let after = chance.happens(callsDawdle, in: 100) ? TimeLength.seconds(1 + chance.number(below: 8)) : nil
        if chance.happens(callsLoseAnswers, in: 100) { return (after, .answerLost) }
        return (after, chance.happens(callsFail, in: 100) ? .failed : .done)
    }
}
