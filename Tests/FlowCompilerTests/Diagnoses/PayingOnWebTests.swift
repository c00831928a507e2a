import Testing

/// Customers of the web chat reach no payment that has no exit for them.
@Suite struct PayingOnWebTests {
    @Test(arguments: kept)
    func `a payment that the web chat does not lead to needs no exit`(_ example: Case) { example.check() }

    @Test(arguments: stranded)
    func `a payment that the web chat leads to needs an exit`(_ example: Case) { example.check() }

    private static let services = """
        merchants:
          shop:
            identifier: merchant.example
            country: DE
            networks: [visa]

        """

    private static func flow(_ name: String, _ steps: String, _ codes: String...) -> Case {
        Case(name, files: ["broken.yaml": Case.flow(steps), "Config/services.yaml": services], codes)
    }

    /// Returns a `when` of these lines before a payment, which is marked if it must be reported.
    private static func deciding(_ lines: String, mark: String = "", _ codes: String...) -> Case {
        let indented = lines.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        return Case(
            lines,
            files: [
                "broken.yaml": Case.flow(
                    """
                    hello:
                      ask: How many?
                      number: whole
                      then: way
                    way:
                      when:
                    \(indented)
                    checkout:
                      ask: Please pay.
                      \(mark)pay:
                        Bread: 4.20 EUR
                      then: end
                    counter:
                      say: Please pay at the counter.
                      then: end
                    """), "Config/services.yaml": services,
            ], codes)
    }

    static let kept = [
        deciding("device.pay is no: counter\notherwise: checkout"),
        deciding("device.pay is yes: checkout\notherwise: counter"),
        deciding("device.channel is web: counter\notherwise: checkout"),
        deciding("device.channel is apple: checkout\notherwise: counter"),
        deciding("device.channel is one of apple: checkout\notherwise: counter"),
        deciding("hello is more than 3 and device.pay is yes: checkout\notherwise: counter"),
        deciding("not (device.channel is apple): counter\notherwise: checkout"),
        deciding("hello is 4 or device.pay is no: counter\notherwise: checkout"),
        flow(
            "a payment behind one that has an exit",
            """
            hello:
              ask: Please pay.
              pay:
                Bread: 4.20 EUR
              if_unable: counter
              then: tip
            tip:
              ask: A tip?
              pay:
                Tip: 1.00 EUR
              then: end
            counter:
              say: Please pay at the counter.
              then: end
            """),
    ]

    static let stranded = [
        flow("at once", "hello:\n  ask: Please pay.\n  ‸pay:\n    Bread: 4.20 EUR\n  then: end", "pay-not-on-web"),
        deciding("hello is more than 3: counter\notherwise: checkout", mark: "‸", "pay-not-on-web"),
        deciding("device.pay is yes: counter\notherwise: checkout", mark: "‸", "pay-not-on-web"),
        deciding("device.list is yes: checkout\notherwise: counter", mark: "‸", "pay-not-on-web"),
        deciding(
            "hello is more than 3 and device.pay is no: counter\notherwise: checkout", mark: "‸", "pay-not-on-web"),
        deciding("hello is 4 or device.pay is yes: checkout\notherwise: counter", mark: "‸", "pay-not-on-web"),
        flow(
            "by a word",
            """
            hello:
              say: Good day.
              then: end
            checkout:
              ask: Please pay.
              ‸pay:
                Bread: 4.20 EUR
              then: end
            """, "pay-not-on-web"
        ).with(
            "bot.yaml",
            TestProject.bot.replacing("anywhere:\n", with: "anywhere:\n  order: broken/checkout\n")),
    ]
}
