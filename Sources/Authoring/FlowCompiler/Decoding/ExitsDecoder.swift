import Diagnostics
import Expressions

/// Decodes the exits of a step, a flow or the bot.
struct ExitsDecoder {
    let findings: DiagnosticCollector
    /// Whether destinations are written `flow/step`.
    let inBot: Bool

    func exits(_ block: Block) -> ExitsSyntax {
        ExitsSyntax(silent: silent(block), other: other(block), failed: failed(block))
    }

    /// The exits of a step, which has four more than a flow.
    func stepExits(_ block: Block) -> ExitsSyntax {
        var exits = exits(block)
        exits.cancelled = plain("if_cancelled", block)
        exits.unable = plain("if_unable", block)
        exits.empty = plain("if_empty", block)
        exits.events = EventsDecoder(findings: findings).exits(block)
        return exits
    }

    private func plain(_ key: String, _ block: Block) -> PlainExitSyntax? {
        guard block.mayHave(key) else { return nil }
        var exit = PlainExitSyntax(key: block.key(key) ?? block.place, block: nil)
        guard let node = block.node(key) else { return exit }
        if case .value(let value) = node {
            exit.block = .init(say: nil, then: findings.destination(value, inBot: inBot))
        } else if let below = block.block(key, wants: "a step or a block") {
            below.expectKeys(of: .plainExit)
            below.require("then")
            let say = below.text("say")
            exit.block = below.destination("then", inBot: inBot).map { .init(say: say, then: $0) }
        }
        return exit
    }

    private func silent(_ block: Block) -> SilentSyntax? {
        guard block.mayHave("if_silent") else { return nil }
        var silent = SilentSyntax(key: block.key("if_silent") ?? block.place, block: nil)
        guard let node = block.node("if_silent") else { return silent }
        if case .value(let value) = node {
            if value.string == "never" { silent.isNever = true } else { reportSilentWord(value) }
        } else if let below = block.block("if_silent", wants: "a block or `never`") {
            silent.block = silentBlock(below)
        }
        return silent
    }

    private func silentBlock(_ below: Block) -> SilentSyntax.Block? {
        below.expectKeys(of: .ifSilent)
        below.require(
            "after", "`if_silent` does not say `after` how long", help: "add `after:`, such as `after: 10 minutes`")
        below.require("then")
        let after = below.duration("after", within: .minutes(1)...(.days(7)), "1 minute to 7 days")
        let say = below.text("say")
        let repeats = below.count("repeats", from: 0)?.value ?? (say == nil ? 0 : 1)
        guard let then = below.destination("then", inBot: inBot), let after else { return nil }
        return SilentSyntax.Block(after: after, say: say, repeats: repeats, then: then)
    }

    /// `if_unanswered` of a step that hands over.
    func unanswered(_ block: Block) -> UnansweredSyntax? {
        guard let key = block.key("if_unanswered"), let below = block.block("if_unanswered") else { return nil }
        below.expectKeys(of: .ifUnanswered)
        below.require(
            "after", "`if_unanswered` does not say `after` how long", help: "add `after:`, such as `after: 3 minutes`")
        let after = below.duration("after", within: .minutes(1)...(.days(7)), "1 minute to 7 days")
        let say = below.text("say")
        let again = below.count("again", from: 0)?.value ?? (say == nil ? 0 : 1)
        let then = below.destination("then", inBot: inBot)
        if !below.has("say") {
            below.require(
                "then", "`if_unanswered` neither says anything nor goes anywhere",
                help: "add `say:` with a text, or `then:` with a step")
        }
        return after.map { UnansweredSyntax(key: key, after: $0, say: say, again: again, then: then) }
    }

    private func reportSilentWord(_ value: ValueNode) {
        let word = Located(value.string, at: value.span)
        if closest(to: word.value, among: ["never"]) != nil {
            return findings.reportUnknownWord("if_silent", word, among: ["never"])
        }
        findings.reportShape(
            "if_silent", wants: "a block or `never`", .value(value),
            help: "write below it `after:` with a length of time, and `then:` with a step")
    }

    private func other(_ block: Block) -> OtherSyntax? {
        guard block.mayHave("if_other") else { return nil }
        var other = OtherSyntax(key: block.key("if_other") ?? block.place, content: .unreadable)
        guard let node = block.node("if_other") else { return other }
        if case .value(let value) = node {
            other.content =
                value.string == "accept"
                ? .accept : .block(say: nil, tries: 0, then: findings.destination(value, inBot: inBot))
        } else if let below = block.block("if_other", wants: "a step or a block") {
            other.content = otherBlock(below)
        }
        return other
    }

    private func otherBlock(_ below: Block) -> OtherSyntax.Content {
        below.expectKeys(of: .ifOther)
        below.require("then")
        let say = below.text("say")
        let tries = below.count("tries", from: 0)?.value ?? 2
        return below.destination("then", inBot: inBot).map { .block(say: say, tries: tries, then: $0) } ?? .unreadable
    }

    private func failed(_ block: Block) -> FailedSyntax? {
        guard block.mayHave("if_failed") else { return nil }
        var failed = FailedSyntax(key: block.key("if_failed") ?? block.place, block: nil)
        guard let node = block.node("if_failed") else { return failed }
        if case .value(let value) = node {
            failed.block = .init(say: nil, tries: 0, then: findings.destination(value, inBot: inBot))
        } else if let below = block.block("if_failed", wants: "a step or a block") {
            below.expectKeys(of: .ifFailed)
            below.require("then")
            let say = below.text("say")
            let retry = below.destination("retry_from", inBot: inBot)
            let tries = below.count("tries", from: 1, to: 20)?.value ?? 1
            failed.block = below.destination("then", inBot: inBot).map {
                .init(say: say, retryFrom: retry, tries: tries, then: $0)
            }
        }
        return failed
    }
}
