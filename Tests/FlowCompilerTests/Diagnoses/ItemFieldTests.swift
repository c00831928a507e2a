import Testing

/// The fields of a list's answers in steps where other answers lead as well: section 3.3.
@Suite struct ItemFieldTests {
    @Test(arguments: cases)
    func `the fields of a record are there where only answers of the list lead`(_ example: Case) { example.check() }

    /// Items that always have a name and sometimes a price, beside `other`.
    private static func picking(_ other: String, _ said: String) -> Case {
        let name = "\(other.split(separator: "\n").joined(separator: " ")), \(said)"
        let lines = other.split(separator: "\n").map { "      \($0)\n" }.joined()
        let flow =
            "hello:\n  call: fetch\n  then: pick\npick:\n  ask: Which?\n  answers:\n"
            + "    - each: item in hello.items\n      label: {item.name}\n    - label: Nothing\n" + lines
            + "  then: shown\nshown:\n  say: \(said)\n  then: end"
        return Case(name, flow, said.contains("‸") ? ["maybe-empty"] : [])
    }

    static let cases = [
        picking("then: end", "{pick.name}"), picking("then: end", "{‸pick.price}"), picking("", "{‸pick.name}"),
        picking("then: shown", "{‸pick.name}"), picking("then: end", "{pick}"),
    ]
}

extension Case {
    /// Steps with an action that returns items.
    fileprivate init(_ name: String, _ steps: String, _ codes: [String]) {
        self.init(name, files: ["broken.yaml": Self.flow(steps), "Config/actions.yaml": Self.items], codes)
    }

    private static let items = """
        hosts: [api.example.com]
        records:
          item:
            name: text
            price: money, optional
        actions:
          fetch:
            get: https://api.example.com/items
            gives:
              items: list of item
            examples:
              one:
                items:
                  - name: Bell

        """
}
