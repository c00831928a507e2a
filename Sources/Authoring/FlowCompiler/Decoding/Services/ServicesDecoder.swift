import Diagnostics
import Expressions
import FlowModel

/// Decodes `Config/services.yaml`: sign-in providers, merchants, apps and custom cards.
struct ServicesDecoder {
    let findings: DiagnosticCollector

    func services(_ root: MapNode) -> ServicesSyntax {
        let block = Block(root, "services.yaml", findings)
        block.expectKeys(of: .services)
        let types = TypeReader(records: [:], findings: findings)
        let accounts = AccountsDecoder(findings: findings, types: types)
        let shown = ShownServicesDecoder(findings: findings, types: types)
        return ServicesSyntax(
            providers: table("sign_in", block, accounts.provider),
            merchants: table("merchants", block, accounts.merchant), apps: table("apps", block, shown.app),
            cards: table("cards", block, shown.card))
    }

    private func table<Item: Sendable & ServiceSyntax>(
        _ key: String, _ block: Block, _ read: (Word, Block?) -> Item
    ) -> ServicesSyntax.Table<Item> {
        guard let below = block.block(key) else { return .init(isDamaged: block.mayHave(key)) }
        let items = below.map.entries.map { entry in
            let name = Located(entry.key.string, at: entry.key.span)
            if !Name.isIdentifier(name.value) { findings.reportName(name, Self.what[key] ?? "this") }
            return read(name, below.block(entry, Self.what[key]))
        }
        return .init(items: items, isDamaged: below.map.isDamaged)
    }

    private static let what = [
        "sign_in": "a sign-in provider", "merchants": "a merchant", "apps": "an app", "cards": "a custom card",
    ]
}

extension DiagnosticCollector {
    /// Whether a decoding function reports an error.
    func isDamaged(_ read: () -> Void) -> Bool {
        let before = diagnostics.count
        read()
        return diagnostics[before...].contains { $0.severity == .error }
    }

    /// The name of a setting or a file; an actual secret is reported.
    func keptSecret(_ key: String, _ block: Block) -> KeptSecret? {
        guard let word = block.word(key) else { return nil }
        if let kept = KeptSecret(word.value) { return kept }
        report(
            .secretInFile, "this looks like a key", at: word.span, label: "a key in a file",
            help: "write the name of a setting, such as `\(key): {secret.shop_\(key)}`, or the path of a file")
        return nil
    }
}

extension KeptSecret {
    /// Parses `{secret.shop_key}`, the name alone, or a path; `nil` for what is likely to be an actual secret.
    fileprivate init?(_ text: String) {
        if text.hasPrefix("{secret."), text.hasSuffix("}") {
            let name = text.dropFirst("{secret.".count).dropLast()
            guard Name.isIdentifier(name) else { return nil }
            self = .setting(String(name))
        } else if !text.contains(where: { " {}=+\n".contains($0) }), Self.isPath(text) {
            self = .file(text)
        } else if Name.isIdentifier(text), !text.looksRandom {
            self = .setting(text)
        } else {
            return nil
        }
    }

    private static func isPath(_ text: String) -> Bool {
        let endings = [".pem", ".key", ".crt", ".cer", ".p12", ".der", ".txt", ".secret"]
        let isLong = text.split(separator: "/").contains { String($0).looksRandom }
        return text.contains("/") && !isLong || endings.contains(where: text.hasSuffix)
    }
}
