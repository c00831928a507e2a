import Diagnostics

extension Explanation {
    /// References to Config/services.yaml, and payment sheets.
    static let services: [Explanation] = [
        Explanation(
            .unknownProvider, rule: "providers of sign-in are declared",
            meaning: "Config/services.yaml has no provider of this name below `sign_in`.",
            broken: "hello:\n  ask: Please sign in.\n  sign_in: bakry\n  then: end",
            repaired: "hello:\n  ask: Please sign in.\n  sign_in: bakery\n  then: end",
            why: "There would be no page to sign in on."),
        Explanation(
            .unknownMerchant, rule: "merchants are declared",
            meaning: """
                Config/services.yaml has no merchant of this name below `merchants`. Without `merchant` the first one is \
                paid, so there has to be one.
                """,
            broken:
                "hello:\n  ask: Please pay.\n  pay:\n    Bread: 4.20 EUR\n  merchant: bakry\n  if_unable: people/person\n  then: end",
            repaired:
                "hello:\n  ask: Please pay.\n  pay:\n    Bread: 4.20 EUR\n  merchant: bakery\n  if_unable: people/person\n  then: end",
            why: "Nobody would get the money, and Apple shows no sheet for a merchant that it does not know."),
        Explanation(
            .unknownApp, rule: "apps are declared",
            meaning: "Config/services.yaml has no app of this name below `apps`.",
            broken: "hello:\n  ask: Choose your seat.\n  app: seat\n  if_unable: end\n  then: end",
            repaired: "hello:\n  ask: Choose your seat.\n  app: seats\n  if_unable: end\n  then: end",
            why: "A message has to say which app it opens, by numbers that only engineers know."),
        Explanation(
            .capabilityMissing, rule: "merchants support 3-D Secure",
            meaning: """
                The `capabilities` of a merchant in Config/services.yaml leave `supports3DS` out. Apple wants it among them, \
                whatever else is.
                """,
            broken: .services(merchant(capabilities: "supportsDebit"), steps: paying),
            repaired: .services(merchant(capabilities: "supports3DS, supportsDebit"), steps: paying),
            why: "Apple shows no pay sheet without it, so nobody could pay."),
        Explanation(
            .iconMissing, rule: "an app has an icon",
            meaning: """
                A flow opens an app that has no `icon` in Config/services.yaml. Apple requires one in every message of an \
                app; it is shown where the app is not installed yet.
                """,
            broken: .services(app(icon: nil), steps: opening),
            repaired: .services(app(icon: "bread.png"), steps: opening),
            why: "Apple may refuse the message, and customers without the app see an empty square."),
        Explanation(
            .fallbackMissing, rule: "every device gets past a question",
            meaning: """
                The app has no `web` address in Config/services.yaml, and the step has no `if_unable`. Devices without the \
                app could do nothing here.
                """,
            broken: "hello:\n  ask: Choose your seat.\n  app: seats\n  then: end",
            repaired: "hello:\n  ask: Choose your seat.\n  app: seats\n  if_unable: people/person\n  then: end",
            why: "Customers on the web, and those who never installed the app, are customers too."),
        Explanation(
            .payNotOnWeb, rule: "a payment has an exit for the web chat",
            meaning: """
                Customers of the web chat can come to this payment, and the step has no `if_unable`. Only Apple's devices \
                have a pay sheet. A step that only Apple's customers come to needs nothing: lead the others elsewhere with \
                `when:` and a condition on `device.pay` or `device.channel` alone.
                """,
            broken: "hello:\n  ask: Please pay.\n  pay:\n    Bread: 4.20 EUR\n  then: end",
            repaired:
                "hello:\n  ask: Please pay.\n  pay:\n    Bread: 4.20 EUR\n  if_unable: people/person\n  then: end",
            why: """
                In a browser the customer would get a page that asks for an iPhone. `usher serve` and `usher publish` refuse \
                such a bot while the web chat is enabled. Test cards exist in `usher dev` alone.
                """),
        Explanation(
            .currencyMixed, rule: "a pay sheet has one currency",
            meaning: "Two amounts of the same payment are in different currencies.",
            broken:
                "hello:\n  ask: Please pay.\n  pay:\n    Bread: 4.20 EUR\n    Cake: 3.00 USD\n  if_unable: people/person\n  then: end",
            repaired:
                "hello:\n  ask: Please pay.\n  pay:\n    Bread: 4.20 EUR\n    Cake: 3.00 EUR\n  if_unable: people/person\n  then: end",
            why: "Amounts of different currencies have no sum, and Apple Pay charges one sum."),
        Explanation(
            .totalMismatch, rule: "`total` is the sum of the lines",
            meaning: "`total` differs from what the lines make together with the first way of shipping.",
            broken:
                "hello:\n  ask: Please pay.\n  pay:\n    Bread: 4.20 EUR\n    Rolls: 4.80 EUR\n  total: 9.50 EUR\n  if_unable: people/person\n  then: end",
            repaired:
                "hello:\n  ask: Please pay.\n  pay:\n    Bread: 4.20 EUR\n    Rolls: 4.80 EUR\n  total: 9.00 EUR\n  if_unable: people/person\n  then: end",
            why: "Whoever pays sees the lines and the total beside each other, and one of them would be wrong."),
        Explanation(
            .totalNotPositive, rule: "a payment is of more than nothing",
            meaning: "The lines and the first way of shipping make nothing, or less.",
            broken:
                "hello:\n  ask: Please pay.\n  pay:\n    Bread: 4.20 EUR\n    Voucher: -4.20 EUR\n  if_unable: people/person\n  then: end",
            repaired:
                "hello:\n  ask: Please pay.\n  pay:\n    Bread: 4.20 EUR\n    Voucher: -2.00 EUR\n  if_unable: people/person\n  then: end",
            why: "Apple refuses such a sheet. Decide with `when` whether there is something to pay."),
        Explanation(
            .shippingWithoutAddress, rule: "what is shipped has an address",
            meaning: "The payment offers ways of shipping, but `contact` does not ask for the `post` address.",
            broken: """
                hello:
                  ask: Please pay.
                  pay:
                    Bread: 4.20 EUR
                  shipping:
                    - label: Bicycle
                      note: Before eight
                      price: 1.00 EUR
                  if_unable: people/person
                  then: end
                """,
            repaired: """
                hello:
                  ask: Please pay.
                  pay:
                    Bread: 4.20 EUR
                  shipping:
                    - label: Bicycle
                      note: Before eight
                      price: 1.00 EUR
                  contact: [post]
                  if_unable: people/person
                  then: end
                """,
            why: "Somebody would have to ask every customer afterwards where the bread is to go."),
        Explanation(
            .recalculateTooSlow, rule: "the sheet waits 30 seconds",
            meaning: "The action behind `recalculate` may take longer than 25 seconds by its `timeout`.",
            broken:
                "hello:\n  ask: Please pay.\n  pay:\n    Bread: 4.20 EUR\n  recalculate: slow_costs\n  if_unable: people/person\n  then: end",
            repaired:
                "hello:\n  ask: Please pay.\n  pay:\n    Bread: 4.20 EUR\n  recalculate: costs\n  if_unable: people/person\n  then: end",
            why: "Apple closes the sheet after 30 seconds without an answer, and the customer is gone."),
    ]

    private static let paying =
        "hello:\n  ask: Please pay.\n  pay:\n    Bread: 4.20 EUR\n  if_unable: people/person\n  then: end"

    private static func merchant(capabilities: String) -> String {
        """
        merchants:
          bakery:
            identifier: merchant.example.bakery
            country: DE
            networks: [visa]
            capabilities: [\(capabilities)]
        """
    }

    private static let opening = "hello:\n  ask: Choose your seat.\n  app: seats\n  if_unable: end\n  then: end"

    private static func app(icon: String?) -> String {
        """
        apps:
          seats:
            bid: com.apple.messages.Plugin:A1B2C3D4E5:seats
            app_id: 1
            name: Seats\(icon.map { "\n    icon: \($0)" } ?? "")
        """
    }
}
