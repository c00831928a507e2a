import Diagnostics
import Expressions

/// Decodes the kinds of answer from a service: `sign_in` and `app`.
struct ServiceKindsDecoder {
    let findings: DiagnosticCollector
    let context: ReadingContext

    func signIn(_ block: Block, key: Span) -> QuestionKindSyntax {
        let scope = (block.words("scope") ?? []).flatMap(words)
        let extra = extra(block)
        guard let provider = block.word("sign_in") else { return .unreadable }
        return .signIn(SignInKindSyntax(key: key, provider: provider, scope: scope, extra: extra))
    }

    /// `openid email` is two words, as in OAuth.
    private func words(_ word: Word) -> [Word] {
        word.value.split(separator: " ").map { Located(String($0), at: word.span) }
    }

    private func extra(_ block: Block) -> [(name: String, text: TextSyntax)] {
        guard let below = block.block("extra") else { return [] }
        return below.map.entries.compactMap { entry in
            below.value(entry, wants: "a text").map { (entry.key.string, findings.text($0)) }
        }
    }

    func app(_ block: Block, key: Span) -> QuestionKindSyntax {
        let data = data(block)
        let live = block.yesNo("live")
        guard let app = block.word("app") else { return .unreadable }
        return .app(AppKindSyntax(key: key, app: app, data: data, isLive: live ?? true))
    }

    private func data(_ block: Block) -> [InputSyntax] {
        guard let below = block.block("data") else { return [] }
        return below.map.entries.compactMap { entry in
            guard let value = below.value(entry, wants: "one value") else { return nil }
            let (assigned, problems) = AssignedSyntax.parse(
                value.string, isQuoted: value.isQuoted && !value.isOneName, context)
            findings.add(problems, in: value.text)
            return InputSyntax(
                name: Located(entry.key.string, at: entry.key.span), value: assigned, source: value.text,
                span: value.span)
        }
    }
}
