import ConversationRuntime
import Diagnostics
import Testing

@testable import Server

/// How operators sign in, and the studio on a server.
@Suite struct OperatorSettingsTests {
    private static func read(_ text: String) throws -> ServerSettings {
        var reader = SettingsReader(file: SourceFile(path: "usher.yaml", bytes: Array(text.utf8)), environment: [:])
        return try reader.settings(isServing: false)
    }

    private static func errors(_ text: String) -> [String] {
        do {
            _ = try read(text)
            return []
        } catch {
            return (error as? SettingsError)?.lines ?? []
        }
    }

    @Test func `the studio brings signing in with it, and neither is there by itself`() throws {
        #expect(try !Self.read("").letsOperatorsSignIn)
        #expect(try Self.read("").hasStudio == nil)
        let both = try Self.read("studio:\n  enabled: true\n")
        #expect(both.hasStudio == true && both.letsOperatorsSignIn)
        let page = try Self.read("operators:\n  sign_in: true\n")
        #expect(page.hasStudio == nil && page.letsOperatorsSignIn)
        let errors = Self.errors("operators:\n  sign_in: false\nstudio:\n  enabled: true\n")
        #expect(errors.count == 1 && errors[0].contains("`operators.sign_in` is `false`"))
    }

    @Test func `an identity provider has an issuer, a client and roles`() throws {
        let text = """
            server:
              public_url: https://bot.example.com
            operators:
              sign_in: true
              provider: https://id.example.com
              client: usher
              role_claim: groups
              roles: heads = admin, writers = author

            """
        let provider = try #require(try Self.read(text).operatorProvider)
        #expect(provider.issuer == "https://id.example.com" && provider.client == "usher")
        #expect(provider.nameClaim == "email" && provider.roleClaim == "groups")
        #expect(provider.roles == [.init("heads", .admin), .init("writers", .author)])
    }

    @Test(arguments: [
        ("  client: usher", "`operators.provider` is not"),
        ("  client_secret: secret", "`operators.client_secret` is set, `operators.provider` is not"),
        ("  provider: https://id.example", "`operators.client` is not"),
        ("  provider: http://id.example\n  client: usher", "the address of an issuer"),
        ("  provider: https://id.example\n  client: usher\n  role_claim: groups", "`operators.roles` is not"),
        ("  provider: https://id.example\n  client: usher\n  roles: heads = king", "values of the claim"),
        ("  provider: https://id.example\n  client: usher\n  roles: heads", "values of the claim"),
    ])
    func `what is missing or wrong is named`(keys: String, reason: String) {
        let errors = Self.errors(
            "server:\n  public_url: https://bot.example.com\noperators:\n  sign_in: true\n\(keys)\n")
        #expect(errors.count == 1 && errors.allSatisfy { $0.contains(reason) }, "\(errors)")
    }

    @Test func `an identity provider needs the address to which it sends browsers back`() {
        let errors = Self.errors("operators:\n  sign_in: true\n  provider: https://id.example\n  client: usher\n")
        #expect(errors.count == 1 && errors.allSatisfy { $0.contains("`server.public_url` is not") }, "\(errors)")
    }

    @Test(arguments: [
        ("", false), ("  sign_in: false\n", false), ("  sign_in: true\n", true), ("studio:\n  enabled: true\n", true),
    ])
    func `an identity provider needs operators who sign in`(keys: String, isEnough: Bool) {
        let provider = "operators:\n  provider: https://id.example\n  client: usher\n"
        let errors = Self.errors("server:\n  public_url: https://bot.example.com\n\(provider)\(keys)")
        #expect(errors.isEmpty == isEnough, "\(errors)")
        #expect(errors.allSatisfy { $0.contains("set `operators.sign_in` or `studio.enabled` to `true`") }, "\(errors)")
    }
}
