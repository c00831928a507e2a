import Diagnostics
import Expressions

/// Reads the exits of a step, a flow or the bot.
struct ExitsDecoder {
    let findings: Findings

    func exits(_ block: Block, inBot: Bool) -> ExitsSyntax {
        ExitsSyntax(
            silent: silent(block, inBot: inBot), other: other(block, inBot: inBot), failed: failed(block, inBot: inBot))
    }

    private func silent(_ block: Block, inBot: Bool) -> SilentSyntax? {
        guard let key = block.key("if_silent") else { return nil }
        guard let node = block.node("if_silent") else { return SilentSyntax(key: key, block: nil) }
        if case .value(let value) = node {
            if value.string != "never" {
                findings.report(
                    .wrongShape, "`if_silent` wants a block or `never`, here is a text", at: value.span,
                    label: "a text",
                    help: "write `after:` and `then:` below it")
                return SilentSyntax(key: key, block: nil)
            }
            return SilentSyntax(key: key, block: nil, isNever: true)
        }
        guard let below = block.block("if_silent") else { return SilentSyntax(key: key, block: nil) }
        below.expectKeys(["after", "say", "repeats", "then"])
        let hasAfter = below.require("after", "`if_silent` does not say `after` how long")
        let hasThen = below.require("then")
        let after = below.duration("after", within: .minutes(1)...(.days(7)), "1 minute to 7 days")
        let say = below.text("say")
        let repeats = below.count("repeats", within: 0...20)?.value ?? (say == nil ? 0 : 1)
        let then = below.destination("then", inBot: inBot)
        guard hasAfter, hasThen, let after, let then else { return SilentSyntax(key: key, block: nil) }
        return SilentSyntax(key: key, block: .init(after: after, say: say, repeats: repeats, then: then))
    }

    private func other(_ block: Block, inBot: Bool) -> OtherSyntax? {
        guard let key = block.key("if_other") else { return nil }
        guard let node = block.node("if_other") else { return OtherSyntax(key: key, content: .unreadable) }
        if case .value(let value) = node {
            if value.string == "accept" { return OtherSyntax(key: key, content: .accept) }
            guard let then = findings.destination(value, inBot: inBot) else {
                return OtherSyntax(key: key, content: .unreadable)
            }
            return OtherSyntax(key: key, content: .block(say: nil, tries: 0, then: then))
        }
        guard let below = block.block("if_other") else { return OtherSyntax(key: key, content: .unreadable) }
        below.expectKeys(["say", "tries", "then"])
        let hasThen = below.require("then")
        let say = below.text("say")
        let tries = below.count("tries", within: 0...20)?.value ?? 2
        guard hasThen, let then = below.destination("then", inBot: inBot) else {
            return OtherSyntax(key: key, content: .unreadable)
        }
        return OtherSyntax(key: key, content: .block(say: say, tries: tries, then: then))
    }

    private func failed(_ block: Block, inBot: Bool) -> FailedSyntax? {
        guard let key = block.key("if_failed") else { return nil }
        guard let node = block.node("if_failed") else { return FailedSyntax(key: key, block: nil) }
        if case .value(let value) = node {
            let then = findings.destination(value, inBot: inBot)
            return FailedSyntax(key: key, block: then.map { .init(say: nil, then: $0) })
        }
        guard let below = block.block("if_failed") else { return FailedSyntax(key: key, block: nil) }
        below.expectKeys(["say", "then"], later: ["retry_from", "tries"])
        let hasThen = below.require("then")
        let say = below.text("say")
        guard hasThen, let then = below.destination("then", inBot: inBot) else {
            return FailedSyntax(key: key, block: nil)
        }
        return FailedSyntax(key: key, block: .init(say: say, then: then))
    }
}
