import Diagnostics
import Expressions

/// Credentials of other systems are not written in files: they come from the environment.
struct SecretsInFile: Check {
    /// Names of headers and query parameters that contain a credential.
    private static let keyNames = ["authorization", "x-api-key", "api-key", "api_key", "apikey", "token", "key"]

    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.actions.actions.flatMap { action in
            action.outgoing.filter { looksLikeKey($0.key, $0.text) }.map { key, text in
                Diagnostic(
                    .secretInFile, "this looks like a key", at: text.span, label: "a key in a file",
                    help: "move it to the environment as `USHER_SECRET_…` and write `{secret.…}`")
            }
        }
    }

    private func looksLikeKey(_ key: String, _ text: TextSyntax) -> Bool {
        let names = text.template.inserts.map(\.name.root)
        guard !names.contains("secret"), !names.contains("token") else { return false }
        if Self.keyNames.contains(key.lowercased()), names.isEmpty { return true }
        return text.source.string.split { " =&?/,;".contains($0) }.contains(where: \.looksRandom)
    }
}

extension StringProtocol {
    /// A long mixture of letters and digits, unlike any word.
    var looksRandom: Bool {
        guard count >= 24, allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_+.".contains($0)) }) else {
            return false
        }
        let digits = self.count { $0.isNumber }
        let switches = zip(self, dropFirst()).count { $0.isNumber != $1.isNumber }
        return digits >= 4 && switches >= 4
    }
}
