import Diagnostics
import Expressions
import FlowEngine
import FlowModel
import MessageModel

/// Actions of the customer on a payment sheet, a sign-in or an app.
extension Player {
    /// The open payment sheet.
    var openSheet: PaySheet? { world.session?.openSheet }

    func expect(total words: String, on sheet: PaySheet, _ line: LineSyntax) throws(PlayFailure) {
        guard case .success(let wanted) = Literal.money(words, currency: sheet.currency) else {
            throw syntax("`\(words)` is not money", line.span, "write it such as `\(sheet.total.text)`")
        }
        let refusal = sheet.refusal.map { $0.text.map { ": \($0)" } ?? ", and a change was refused" } ?? ""
        try check(sheet.total == wanted, line, "the total is \(sheet.total.text), not \(wanted.text)\(refusal)")
    }

    // Payments.

    /// `change: shipping = label`, `address = …` or `card = credit`.
    mutating func change(_ line: LineSyntax) throws(PlayFailure) {
        guard let asked = open, let sheet = openSheet else { throw nothing(to: "change", line) }
        guard let (name, words) = line.text.sides else {
            throw syntax("what is changed, and to what?", line.span, "write `change: shipping = label`")
        }
        let change: PayChange
        switch name {
        case "shipping": change = .shipping(try method(words, of: sheet, line))
        case "address": change = .address(PlaceValue(line: words))
        case "card": change = .card(words)
        default:
            throw syntax(
                "a pay sheet has no `\(name)` to change", line.span,
                suggestion(for: name, among: ["shipping", "address", "card"], are: "it has"))
        }
        try engine(line) { (world) throws(EngineError) in try world.change(change, on: asked.id) }
    }

    private func method(_ label: String, of sheet: PaySheet, _ line: LineSyntax) throws(PlayFailure) -> String {
        let fitting =
            sheet.methods.first { $0.label == label }
            ?? sheet.methods.first { $0.label.lowercased() == label.lowercased() || $0.id == label }
        guard let fitting else {
            let offered = sheet.methods.map { "`\($0.label)`" }.joined(separator: ", ")
            throw PlayFailure(
                .transcriptNotOffered, "`\(label)` was not offered", at: line.span, label: "not a way of shipping",
                help: sheet.methods.isEmpty ? "nothing is shipped" : "there were \(offered)")
        }
        return fitting.id
    }

    mutating func pay(_ line: LineSyntax) throws(PlayFailure) {
        guard let asked = open, case .pay(let pay) = asked.kind, let sheet = openSheet else {
            throw nothing(to: "pay", line)
        }
        guard let outcome = PayReply.Outcome(rawValue: line.text) else {
            throw syntax(
                "a pay sheet cannot end as `\(line.text)`", line.span,
                suggestion(for: line.text, among: ["paid", "declined", "cancelled"], are: "it ends as"))
        }
        var reply = PayReply(question: asked.id, outcome: outcome)
        if outcome == .paid {
            reply.contact = pay.sampleContact(at: sheet.address)
            reply.reference = reference(of: pay)
        }
        let told = reply
        try engine(line) { (world) throws(EngineError) in try world.hear(.pay(told)) }
    }

    /// The reference from the processor's first successful example.
    private func reference(of pay: AskedPay) -> String {
        let processor = world.bot.merchants.first { $0.name == pay.merchant }?.processor
        let examples = world.bot.actions.first { $0.name == processor }?.examples ?? []
        let given = examples.lazy.compactMap { $0.problem == nil ? $0.gives["reference"] : nil }.first
        if case .text(let reference)? = given { return reference }
        return "P-1"
    }

    // Sign-ins.

    /// `success`, `success with name = Ana`, `failure` or `cancel`.
    mutating func signIn(_ line: LineSyntax) throws(PlayFailure) {
        guard let asked = open, case .signIn(let signIn) = asked.kind else { throw nothing(to: "sign in", line) }
        var reply = SignInReply(question: asked.id, outcome: .cancelled)
        switch line.text {
        case "cancel", "cancelled": break
        case "failure": reply.outcome = .failure("failed")
        default:
            guard line.text == "success" || line.text.hasPrefix("success with ") else {
                throw syntax(
                    "signing in cannot end as `\(line.text)`", line.span,
                    "write `success`, `success with name = Ana`, `failure` or `cancel`")
            }
            let types = world.bot.providers.first { $0.name == signIn.provider }?.claims ?? []
            var claims = Fields(types.compactMap { type in type.isOptional ? nil : (type.name, type.sample) })
            let given = try fields(line.text.behind("success with ") ?? "", types, "a claim", line)
            for name in given.names { claims[name] = given[name] }
            reply.outcome = .success(claims)
        }
        let told = reply
        try engine(line) { (world) throws(EngineError) in try world.hear(.signIn(told)) }
    }

    // Apps.

    /// `field = value`, several with commas.
    mutating func answerInApp(_ line: LineSyntax) throws(PlayFailure) {
        guard let asked = open, case .app(let app) = asked.kind else { throw nothing(to: "answer in an app", line) }
        let types = world.bot.apps.first { $0.name == app.app }?.gives ?? []
        _ = try fields(line.text, types, "a field", line)
        var words: [String: String] = [:]
        for part in line.text.parts { if let (name, value) = part.sides { words[name] = value } }
        let told = AppReply(question: asked.id, fields: words)
        try engine(line) { (world) throws(EngineError) in try world.hear(.app(told)) }
    }

    /// `name = value, name = value`, read according to their types.
    private func fields(
        _ text: String, _ types: [ValueType.RecordField], _ what: String, _ line: LineSyntax
    ) throws(PlayFailure) -> Fields {
        let context = ReadingContext(currency: world.bot.currency, zone: world.bot.zone)
        var fields = Fields()
        for part in text.parts {
            guard let (name, words) = part.sides else {
                throw syntax("`\(part)` does not say what \(what) is", line.span, "write `name = value`")
            }
            guard let type = types.first(where: { $0.name == name }) else {
                throw syntax(
                    "there is no `\(name)` in Config/services.yaml", line.span,
                    suggestion(for: name, among: types.map(\.name), are: "there are"))
            }
            guard case .success(let value) = type.type.value(of: words, context) else {
                throw syntax("`\(words)` is not \(type.type.word)", line.span)
            }
            fields[name] = value
        }
        return fields
    }
}

extension String {
    /// The parts between commas.
    fileprivate var parts: [String] { split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty } }

    /// The text on both sides of the first `=`.
    fileprivate var sides: (String, String)? {
        let sides = split(separator: "=", maxSplits: 1).map { String($0).trimmed }
        return sides.count == 2 ? (sides[0], sides[1]) : nil
    }

    private var trimmed: String {
        var text = self[...]
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
