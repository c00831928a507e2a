import Expressions
import JSON

extension ControlCall {
    /// `wait`: seconds, at most five minutes, so that a forgotten caller does not wait for ever.
    func wait() throws -> TimeLength {
        guard let text = query["wait"] else { return .zero }
        guard let seconds = Double(text), (0...300).contains(seconds) else {
            throw Complaint("wait", "seconds from 0 to 300 should stand here, not `\(text)`")
        }
        return .milliseconds(Int(seconds * 1000))
    }
}

extension Fields {
    /// A length of time in seconds, of which parts are allowed.
    func optionalSeconds(_ key: String, atMost longest: TimeLength = .days(1)) throws(Complaint) -> TimeLength? {
        guard let number = try optionalNumber(key) else { return nil }
        guard let seconds = number.double, (0...Double(longest.seconds)).contains(seconds) else {
            throw Complaint(key, "seconds from 0 to \(longest.seconds) should stand here, not \(number.literal)")
        }
        return .milliseconds(Int(seconds * 1000))
    }

    /// `message` or `request`, not both; without them the newest bubble that waits for an answer.
    func bubbleChoice() throws(Complaint) -> BubbleChoice {
        switch (try optionalText("message"), try optionalText("request")) {
        case (nil, nil): .newestUnanswered
        case (let message?, nil): .message(message)
        case (nil, let request?): .request(request)
        default: throw Complaint("request", "either `message` or `request` says which bubble, not both")
        }
    }
}
