import Expressions
import JSON

extension ControlCall {
    /// Returns `wait` in seconds, at most five minutes, so that an abandoned request does not wait forever.
    func wait() throws -> TimeLength {
        guard let text = query["wait"] else { return .zero }
        guard let seconds = Double(text), (0...300).contains(seconds) else {
            throw ValidationError("wait", "expected seconds from 0 to 300, found `\(text)`")
        }
        return .milliseconds(Int(seconds * 1000))
    }
}

extension Fields {
    /// Returns an optional duration in seconds; fractions are allowed.
    func optionalSeconds(_ key: String, atMost longest: TimeLength = .days(1)) throws(ValidationError) -> TimeLength? {
        guard let number = try optionalNumber(key) else { return nil }
        guard let seconds = number.double, (0...Double(longest.seconds)).contains(seconds) else {
            throw ValidationError(key, "expected seconds from 0 to \(longest.seconds), found \(number.literal)")
        }
        return .milliseconds(Int(seconds * 1000))
    }

    /// Returns `message` or `request`, but not both; without them the newest unanswered bubble.
    func bubbleChoice() throws(ValidationError) -> BubbleChoice {
        switch (try optionalText("message"), try optionalText("request")) {
        case (nil, nil): .newestUnanswered
        case (let message?, nil): .message(message)
        case (nil, let request?): .request(request)
        default: throw ValidationError("request", "give either `message` or `request`, not both")
        }
    }
}
