import Expressions
import HTTPTypes
import JSON

/// Adds a fault: `{on, kind, status?, seconds?, count? , probability?, customer?}`.
struct AddFault: ControlRoute {
    let method = HTTPRequest.Method.post
    let path = "faults"
    let purpose = "switch a fault on"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectQuery([])
        let rule = try rule(in: call)
        let id = simulator.add(rule)
        return ControlAnswer(rule.json(id: id, struck: 0))
    }

    private func rule(in call: ControlCall) throws -> FaultRule {
        let fields = try call.fields(["on", "kind", "status", "seconds", "count", "probability", "customer"])
        let side = try fields.optionalWord("on", among: FaultRule.Side.allCases.map(\.rawValue))
        guard let side = side.flatMap(FaultRule.Side.init) else {
            throw ValidationError(
                "on",
                "this is required and is missing: \(FaultRule.Side.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "))"
            )
        }
        let (count, probability) = (try fields.optionalInteger("count"), try fields.optionalNumber("probability"))
        guard count != nil || probability != nil else {
            throw ValidationError("`count` or `probability` is required")
        }
        return try FaultRule(
            on: side, try kind(in: fields), count: count, probability: probability.map { $0.double ?? .nan },
            customer: try fields.optionalText("customer").map { CustomerID($0) })
    }

    private func kind(in fields: Fields) throws(ValidationError) -> FaultRule.Kind {
        let timed = [
            "delay", "late-answer", "clock-skew", "out-of-order", "double-tap", "double-call", "second-device",
            "old-tap",
        ]
        let plain: [String: FaultRule.Kind] = [
            "drop-before": .dropBefore, "drop-after": .dropAfter, "wrong-key": .wrongKey,
            "wrong-signature": .wrongSignature, "truncated": .truncated, "oversized": .oversized,
            "garbled": .garbled,
        ]
        let words =
            ["status", "drop-before", "drop-after"] + timed + plain.keys.sorted().filter { !$0.hasPrefix("drop") }
        guard let word = try fields.optionalWord("kind", among: words) else {
            throw ValidationError(
                "kind", "this is required and is missing: \(words.map { "`\($0)`" }.joined(separator: ", "))")
        }
        try expect("status", onlyFor: ["status"], word, in: fields)
        try expect("seconds", onlyFor: timed, word, in: fields)
        if let kind = plain[word] { return kind }
        return switch word {
        case "status": .status(try fields.optionalInteger("status") ?? 500)
        case "delay": .delay(try fields.optionalSeconds("seconds") ?? .seconds(1))
        case "late-answer": .lateAnswer(try fields.optionalSeconds("seconds") ?? .seconds(1))
        case "clock-skew": .clockSkew(try skew(in: fields))
        case "out-of-order": .outOfOrder(atMost: try fields.optionalSeconds("seconds") ?? .seconds(5))
        case "second-device": .secondDevice(after: try fields.optionalSeconds("seconds") ?? .zero)
        case "double-call": .doubleCall(after: try fields.optionalSeconds("seconds") ?? .zero)
        case "old-tap": .oldTap(after: try fields.optionalSeconds("seconds") ?? .zero)
        default: .doubleTap(after: try fields.optionalSeconds("seconds") ?? .zero)
        }
    }

    /// Returns the clock skew, forward or back, at most a day.
    private func skew(in fields: Fields) throws(ValidationError) -> TimeLength {
        guard let number = try fields.optionalNumber("seconds") else {
            throw ValidationError(
                "seconds", "this is required and is missing: how far the clock is ahead; negative for behind")
        }
        guard let seconds = number.double, (-86_400...86_400).contains(seconds) else {
            throw ValidationError("seconds", "expected seconds from -86400 to 86400, found \(number.literal)")
        }
        return .milliseconds(Int(seconds * 1000))
    }

    private func expect(
        _ key: String, onlyFor words: [String], _ word: String, in fields: Fields
    ) throws(ValidationError) {
        guard words.contains(word) || !fields.has(key) else {
            throw ValidationError(
                key, "this belongs to \(words.map { "`\($0)`" }.joined(separator: ", ")), not to `\(word)`")
        }
    }
}
