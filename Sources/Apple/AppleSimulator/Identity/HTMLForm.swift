/// The first form of a page, with its fields: enough to sign in on pages that work without scripts.
struct HTMLForm {
    /// The address to which it is sent; `nil` for the page itself.
    let action: String?
    private let inputs: [[String: String]]

    init?(_ page: String) {
        guard let start = page.firstRange(of: "<form") else { return nil }
        let rest = page[start.lowerBound...]
        let form = rest[..<(rest.firstRange(of: "</form")?.lowerBound ?? rest.endIndex)]
        action = Self.attributes(of: form)["action"].map(Self.plain)
        inputs = form.ranges(of: "<input").map { Self.attributes(of: form[$0.lowerBound...]) }
    }

    var asksForPassword: Bool { inputs.contains { $0["type"]?.lowercased() == "password" } }

    /// Returns the fields in the form in which they are sent: hidden ones unchanged, user and password where the page
    /// asks for them.
    func filled(with credentials: SignInBrowser.Credentials) -> String {
        var fields: [(String, String)] = []
        for input in inputs {
            guard let name = input["name"].map(Self.plain) else { continue }
            switch input["type"]?.lowercased() ?? "text" {
            case "hidden": fields.append((name, Self.plain(input["value"] ?? "")))
            case "password": fields.append((name, credentials.password))
            case "text", "email", "tel": fields.append((name, credentials.user))
            default: break
            }
        }
        if credentials.cancels { fields.append(("cancel", "yes")) }
        return WebForm.text(fields)
    }

    /// Returns the attributes of the tag with which `text` begins.
    private static func attributes(of text: Substring) -> [String: String] {
        var attributes: [String: String] = [:]
        var rest = text.drop { !$0.isWhitespace && $0 != ">" }
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == "/" }
            guard let first = rest.first, first != ">" else { return attributes }
            let name = rest.prefix { !$0.isWhitespace && $0 != "=" && $0 != ">" && $0 != "/" }
            guard !name.isEmpty else { return attributes }
            rest = rest.dropFirst(name.count)
            var value: Substring = ""
            if rest.first == "=" {
                rest = rest.dropFirst()
                if let quote = rest.first, quote == "\"" || quote == "'" {
                    value = rest.dropFirst().prefix { $0 != quote }
                    rest = rest.dropFirst(value.count + 2)
                } else {
                    value = rest.prefix { !$0.isWhitespace && $0 != ">" }
                    rest = rest.dropFirst(value.count)
                }
            }
            attributes[name.lowercased()] = String(value)
        }
    }

    private static func plain(_ text: String) -> String {
        text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }
}
