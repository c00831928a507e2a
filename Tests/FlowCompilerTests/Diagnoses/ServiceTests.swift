import Diagnostics
import Expressions
import FlowCompiler
import FlowModel
import Testing

/// Diagnostics of `Config/services.yaml`: section 5.3.
@Suite struct ServiceTests {
    @Test(arguments: declarations)
    func `services are declared whole`(_ example: Case) { example.check() }

    @Test(arguments: secrets)
    func `secrets are named, never written`(_ example: Case) { example.check() }

    @Test func `the bot knows what is declared`() throws {
        let project = TestProject([
            "broken.yaml": Case.good,
            "Config/services.yaml": """
            sign_in:
              shop:
                discovery: https://id.example.com
                client: shop
                secret: {secret.shop_client}
                scope: [openid, email]
                claims:
                  name: text
                  email: text, optional
            merchants:
              shop:
                identifier: merchant.example
                country: DE
                networks: [visa, masterCard]
                certificate: certificates/shop.pem
                key: shop_key
            cards:
              map:
                type: application/vnd.example.map+json
                takes:
                  street: text
                apple: Find us in {street}.

            """,
        ])
        let bot = try #require(project.compilation.bot, "\(project.report.text())")
        let provider = try #require(bot.providers.first)
        #expect(provider.discovery == "https://id.example.com" && provider.secret == .setting("shop_client"))
        #expect(provider.scope == ["openid", "email"])
        #expect(provider.claims.map(\.isOptional) == [false, true])
        let merchant = try #require(bot.merchants.first)
        #expect(merchant.networks == ["visa", "masterCard"] && merchant.capabilities == ["supports3DS"])
        #expect(merchant.gateway == Merchant.usualGateway)
        #expect(merchant.certificate == .file("certificates/shop.pem") && merchant.key == .setting("shop_key"))
        #expect(bot.cards.map(\.type) == ["application/vnd.example.map+json"])
    }

    private static func declared(_ name: String, _ text: String, _ codes: String...) -> Case {
        Case(
            name,
            files: [
                "broken.yaml": Case.good, "Config/services.yaml": text + "\n",
                "Config/actions.yaml": """
                hosts: [api.example.com]
                actions:
                  charge:
                    post: https://api.example.com/charge
                    takes:
                      request: text
                      token: record
                      amount: money
                    gives:
                      reference: text
                    examples:
                      ok:
                        reference: R-1
                  greedy:
                    post: https://api.example.com/charge
                    takes:
                      shoe_size: number
                    examples:
                      ok:

                """,
            ], codes)
    }

    private static func merchant(_ name: String, _ line: String, _ codes: String...) -> Case {
        let lines = line.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        let text =
            "merchants:\n  shop:\n    identifier: merchant.example\n    country: DE\n    networks: [visa]\n\(lines)"
        return Case(name, files: declared(name, text).files, codes)
    }

    static let declarations = [
        declared("a kind that is none", "‸sign_on:\n  shop:\n    client: shop", "unknown-key"),
        declared("a provider without addresses", "sign_in:\n  ‸‸shop:\n    client: shop", "missing-key", "missing-key"),
        declared(
            "a provider that is found", "sign_in:\n  shop:\n    discovery: https://id.example.com\n    client: shop"),
        declared(
            "an address without a beginning",
            "sign_in:\n  shop:\n    discovery: ‸id.example.com\n    client: shop", "bad-address"),
        declared(
            "an address that everybody can read",
            "sign_in:\n  shop:\n    discovery: ‸http://id.example.com\n    client: shop", "bad-address"),
        declared(
            "an address in the house", "sign_in:\n  shop:\n    discovery: http://127.0.0.1:9000\n    client: shop"),
        declared(
            "a claim of no type",
            "sign_in:\n  shop:\n    discovery: https://id.example.com\n    client: shop\n    claims:\n      name: ‸txt",
            "unknown-word"),
        declared(
            "a name that is none",
            "merchants:\n  ‸my shop:\n    identifier: merchant.example\n    country: DE\n    networks: [visa]",
            "bad-name"),
        declared(
            "a merchant without cards", "merchants:\n  ‸shop:\n    identifier: merchant.example\n    country: DE",
            "missing-key"),
        merchant("all it needs", "capabilities: [supports3DS, supportsDebit]"),
        merchant("a capability that is none", "capabilities: [‸supports3D]", "unknown-word"),
        merchant("without 3-D Secure", "capabilities: [‸supportsDebit, supportsEMV]", "capability-missing"),
        merchant("3-D Secure behind another", "capabilities: [supportsDebit, supports3DS]"),
        merchant("an action that takes the payment", "processor: charge"),
        merchant("an action that does not exist", "processor: ‸charg", "unknown-action"),
        merchant("an action that wants more", "processor: ‸greedy", "missing-input"),
        merchant("a gateway without a beginning", "gateway: ‸apple-pay.example", "bad-address"),
        declared(
            "a country that is none",
            "merchants:\n  shop:\n    identifier: merchant.example\n    country: ‸de\n    networks: [visa]",
            "unknown-word"),
        declared(
            "a card network that is none",
            "merchants:\n  shop:\n    identifier: merchant.example\n    country: DE\n    networks: [‸mastercard]",
            "unknown-word"),
        declared("an app without a number", "apps:\n  ‸key:\n    bid: a:b:c\n    name: Key", "missing-key"),
        declared("a number in words", "apps:\n  key:\n    bid: a:b:c\n    app_id: ‸one\n    name: Key", "bad-number"),
        declared(
            "an icon that is not there",
            "apps:\n  key:\n    bid: a:b:c\n    app_id: 1\n    name: Key\n    icon: ‸key.png", "image-missing"),
        declared(
            "a page that everybody can read",
            "apps:\n  key:\n    bid: a:b:c\n    app_id: 1\n    name: Key\n    web: ‸http://127.0.0.1/key", "bad-address"
        ),
        declared("a card of a type", "cards:\n  map:\n    type: application/vnd.example.map+json"),
        declared("a card without a type", "cards:\n  ‸map:\n    apple: Hello", "missing-key"),
        declared("a type that is none", "cards:\n  map:\n    type: ‸map", "wrong-shape"),
    ]

    private static func provider(_ secret: String, _ codes: String...) -> Case {
        let text = "sign_in:\n  shop:\n    discovery: https://id.example.com\n    client: shop\n    secret: \(secret)"
        return Case(secret, files: declared(secret, text).files, codes)
    }

    static let secrets = [
        provider("{secret.shop_client}"), provider("shop_client"), provider("SHOP_CLIENT"),
        provider("/run/secrets/shop"), provider("shop.pem"),
        provider("‸8f3k2j4h5g6f7d8s9a0q1w2e3r4t5y", "secret-in-file"),
        provider("‸open sesame", "secret-in-file"),
        provider("‸wJalrXUtnFEMI/K7MDENG/bPxRfiCYEX4MPL3KEY5=", "secret-in-file"),
        merchant("a key that is written", "key: ‸MIIEvQ1BADANB2kqhkiG9w0B8QEFA4SC", "secret-in-file"),
    ]
}
