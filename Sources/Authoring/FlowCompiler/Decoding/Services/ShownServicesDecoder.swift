import Diagnostics
import Expressions
import FlowModel

/// Decodes the services that customers see: iMessage apps, and custom cards.
struct ShownServicesDecoder {
    let findings: DiagnosticCollector
    let types: TypeReader

    // Apps.

    func app(_ name: Word, _ block: Block?) -> AppServiceSyntax {
        var syntax = AppServiceSyntax(name: name, app: MessageApp(name: name.value))
        guard let block else {
            syntax.isDamaged = true
            return syntax
        }
        syntax.isDamaged = findings.isDamaged {
            block.expectKeys(of: .app)
            block.require("bid", help: "add `bid:` with the id of the message extension")
            block.require("app_id", help: "add `app_id:` with the app's number in the App Store")
            block.require("name", help: "add `name:` as customers know the app")
            syntax.app.bid = block.word("bid")?.value ?? ""
            syntax.app.appID = block.word("app_id").flatMap(number) ?? ""
            syntax.app.title = block.word("name")?.value ?? name.value
            syntax.icon = block.word("icon")
            syntax.app.icon = syntax.icon?.value
            syntax.web = block.word("web")
            syntax.app.web = syntax.web?.value
            syntax.app.gives = types.fields(block.block("gives"))
        }
        return syntax
    }

    private func number(_ word: Word) -> String? {
        if word.value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return word.value }
        findings.report(
            .badNumber, "`\(word.value)` is not a number of the App Store", at: word.span, label: "not digits",
            help: "write the digits behind `id` in the app's address there")
        return nil
    }

    // Cards.

    func card(_ name: Word, _ block: Block?) -> CustomCardSyntax {
        var syntax = CustomCardSyntax(name: name, card: CustomCard(name: name.value))
        guard let block else {
            syntax.isDamaged = true
            return syntax
        }
        syntax.isDamaged = findings.isDamaged {
            block.expectKeys(of: .customCard)
            block.require("type", help: "add `type:` with a MIME type, such as `application/vnd.example.card+json`")
            syntax.card.type = block.word("type").flatMap(type) ?? ""
            syntax.card.takes = types.fields(block.block("takes"))
            syntax.apple = block.text("apple")
            syntax.card.apple = syntax.apple?.template
        }
        return syntax
    }

    /// `application/vnd.example.card+json`, optionally with parameters.
    private func type(_ word: Word) -> String? {
        let parts = word.value.prefix { $0 != ";" }.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 2, parts.allSatisfy({ !$0.isEmpty && !$0.contains(" ") }) { return word.value }
        findings.report(
            .wrongShape, "`\(word.value)` is no MIME type", at: word.span, label: "not a MIME type",
            help: "write two words and a slash, such as `application/vnd.example.card+json`")
        return nil
    }
}
