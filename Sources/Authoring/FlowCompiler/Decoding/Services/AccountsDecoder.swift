import Diagnostics
import Expressions
import FlowModel
import Foundation

/// Decodes references to external accounts: sign-in providers and merchants.
struct AccountsDecoder {
    let findings: DiagnosticCollector
    let types: TypeReader

    // Sign-ins.

    func provider(_ name: Word, _ block: Block?) -> ProviderSyntax {
        var syntax = ProviderSyntax(name: name, provider: SignInProvider(name: name.value))
        guard let block else {
            syntax.isDamaged = true
            return syntax
        }
        syntax.isDamaged = findings.isDamaged {
            block.expectKeys(of: .provider)
            if !block.mayHave("discovery") {
                block.require("authorize", help: "add `authorize:` and `token:` with addresses, or `discovery:`")
                block.require("token", help: "add `token:` with the address that gives tokens")
            }
            block.require("client", help: "add `client:` with the id under which the provider knows you")
            for key in ["authorize", "token", "userinfo", "discovery"] {
                syntax.addresses += [block.word(key)].compactMap { $0 }
            }
            syntax.provider.authorize = block.word("authorize")?.value
            syntax.provider.token = block.word("token")?.value
            syntax.provider.userinfo = block.word("userinfo")?.value
            syntax.provider.discovery = block.word("discovery")?.value
            syntax.provider.client = block.word("client")?.value ?? ""
            syntax.provider.secret = findings.keptSecret("secret", block)
            syntax.provider.scope = (block.words("scope") ?? []).flatMap { $0.value.split(separator: " ") }.map(
                String.init)
            syntax.provider.asksCode = block.choice("proof", as: ProofWord.self)?.value == .code
            syntax.provider.claims = types.fields(block.block("claims"))
        }
        return syntax
    }

    // Merchants.

    func merchant(_ name: Word, _ block: Block?) -> MerchantSyntax {
        var syntax = MerchantSyntax(name: name, merchant: Merchant(name: name.value))
        guard let block else {
            syntax.isDamaged = true
            return syntax
        }
        syntax.isDamaged = findings.isDamaged { read(block, into: &syntax) }
        return syntax
    }

    private func read(_ block: Block, into syntax: inout MerchantSyntax) {
        block.expectKeys(of: .merchant)
        block.require("identifier", help: "add `identifier:` as Apple knows you, such as `merchant.example.shop`")
        block.require("country", help: "add `country:` with two letters, such as `country: DE`")
        block.require("networks", help: "add `networks:` with the cards you take, such as `[visa, masterCard]`")
        syntax.merchant.identifier = block.word("identifier")?.value ?? ""
        syntax.merchant.displayName = block.word("display_name")?.value
        syntax.merchant.domain = block.word("domain")?.value
        syntax.merchant.country = block.word("country").flatMap { findings.country($0, "country") } ?? ""
        syntax.merchant.networks = words("networks", block, among: ServiceTables.networks) ?? []
        let capabilities = block.words("capabilities")
        syntax.capabilities = capabilities?.first?.span ?? block.key("capabilities")
        syntax.merchant.capabilities =
            known(capabilities, "capabilities", among: ServiceTables.capabilities) ?? ["supports3DS"]
        syntax.merchant.certificate = findings.keptSecret("certificate", block)
        syntax.merchant.key = findings.keptSecret("key", block)
        syntax.gateway = block.word("gateway")
        if let gateway = syntax.gateway?.value { syntax.merchant.gateway = gateway }
        syntax.processor = block.word("processor")
        syntax.merchant.processor = syntax.processor?.value
    }

    private func words(_ key: String, _ block: Block, among known: [String]) -> [String]? {
        self.known(block.words(key), key, among: known)
    }

    private func known(_ words: [Word]?, _ key: String, among known: [String]) -> [String]? {
        words.map { words in
            for word in words where !known.contains(word.value) {
                findings.reportUnknownWord(key, word, among: known)
            }
            return words.map(\.value)
        }
    }
}

extension DiagnosticCollector {
    /// A country of ISO 3166, two upper-case letters.
    func country(_ word: Word, _ key: String) -> String? {
        let codes = Self.countries
        if codes.contains(word.value) { return word.value }
        let capitals = codes.contains(word.value.uppercased()) ? word.value.uppercased() : nil
        report(
            .unknownWord, "there is no country `\(word.value)`", at: word.span, label: "not a country",
            help: capitals.map { "did you mean `\($0)`?" } ?? "write two letters of ISO 3166, such as `DE`")
        return nil
    }

    private static let countries = Set(
        Locale.Region.isoRegions.map(\.identifier).filter { code in
            code.count == 2 && code.allSatisfy { $0.isASCII && $0.isLetter }
        })
}
