import FlowCompiler
import Testing

/// Diagnostics of questions that a service answers: sections 3.9 to 3.11.
@Suite struct ServiceKindTests {
    @Test(arguments: payments)
    func `a payment adds up`(_ example: Case) { example.check() }

    @Test(arguments: around)
    func `what goes with a payment fits it`(_ example: Case) { example.check() }

    @Test(arguments: answers)
    func `what a service brings is there after it has succeeded, and only then`(_ example: Case) { example.check() }

    @Test(arguments: signIns)
    func `a sign-in names a provider`(_ example: Case) { example.check() }

    @Test(arguments: apps)
    func `an app has a way round it`(_ example: Case) { example.check() }

    private static let services = """
        sign_in:
          shop:
            discovery: https://id.example.com
            client: shop
            claims:
              name: text
              email: text, optional
        merchants:
          shop:
            identifier: merchant.example
            country: DE
            networks: [visa]
        apps:
          key:
            bid: a:b:c
            app_id: 1
            name: Key
            icon: key.png
            gives:
              door: text
              floor: number, optional
          page:
            bid: a:b:d
            app_id: 2
            name: Page
            icon: key.png
            web: https://page.example.com

        """

    private static let actions = """
        hosts: [api.example.com]
        records:
          line:
            name: text
            price: money
            note: text
          way:
            label: text
            note: text
            price: money
        actions:
          cart:
            get: https://api.example.com/cart
            gives:
              lines: list of line
              ways: list of way
              due: money
            examples:
              ok:
                lines: []
                ways: []
                due: 1.00 EUR
          costs:
            post: https://api.example.com/costs
            takes:
              reason: text
              items: list of line
              address: place, optional
            examples:
              ok:
          slow:
            post: https://api.example.com/costs
            timeout: 26 seconds
            examples:
              ok:
          curious:
            post: https://api.example.com/costs
            takes:
              shoe_size: number
            examples:
              ok:
          done:
            post: https://api.example.com/done
            takes:
              reference: text
            examples:
              ok:

        """

    private static func asking(_ name: String, _ steps: String, _ codes: String...) -> Case {
        var asking = Case(
            name,
            files: [
                "broken.yaml": Case.flow(steps), "Config/services.yaml": services, "Config/actions.yaml": actions,
            ], codes)
        asking.assets = ["key.png": Asset(bytes: [])]
        return asking
    }

    private static func paying(_ name: String, _ lines: String, _ codes: String...) -> Case {
        let indented = lines.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
        var paying = Case(
            name, files: asking(name, "hello:\n  ask: Please pay.\n\(indented)\n  if_unable: end\n  then: end").files,
            codes)
        paying.assets = ["key.png": Asset(bytes: [])]
        return paying
    }

    private static let bread = "pay:\n  Bread: 4.20 EUR\n"

    static let payments = [
        paying("one line", bread),
        paying("the currency of the bot", "pay:\n  Bread: 4.20"),
        paying("a discount", "pay:\n  Bread: 4.20 EUR\n  Voucher: -1.00 EUR"),
        paying("a list of lines", "pay:\n  - label: Bread\n    price: 4.20 EUR\n    pending: yes"),
        paying("a label with a name in it", "pay:\n  Bread of {today}: 4.20 EUR"),
        paying("words", "pay:\n  Bread: ‸four euros", "bad-money"),
        paying("a cent too many", "pay:\n  Bread: ‸4.205 EUR", "money-decimals"),
        paying("a line without a price", "pay:\n  - ‸label: Bread", "missing-key"),
        paying("a line of another kind", "pay:\n  - ‸Bread", "wrong-shape"),
        paying("nothing but words", "pay: ‸Bread", "wrong-shape"),
        paying("the written sum", bread + "total: 4.20 EUR"),
        paying("another sum", bread + "total: ‸4.30 EUR", "total-mismatch"),
        paying(
            "a sum without the shipping",
            bread
                + "shipping:\n  - label: Bicycle\n    note: Soon\n    price: 1.00 EUR\ncontact: [post]\ntotal: ‸4.20 EUR",
            "total-mismatch"),
        paying(
            "a sum of the first way of shipping",
            bread
                + "shipping:\n  - label: Bicycle\n    note: Soon\n    price: 1.00 EUR\n  - label: Car\n    note: Now\n"
                + "    price: 9.00 EUR\ncontact: [post]\ntotal: 5.20 EUR"),
        paying("nothing at all", "‸pay:\n  Bread: 0.00 EUR", "total-not-positive"),
        paying("less than nothing", "‸pay:\n  Bread: 1.00 EUR\n  Voucher: -2.00 EUR", "total-not-positive"),
        paying("two currencies", "pay:\n  Bread: 4.20 EUR\n  Tip: ‸1.00 USD", "currency-mixed"),
        paying(
            "shipping in another currency",
            bread + "shipping:\n  - label: Bicycle\n    note: Soon\n    price: ‸1.00 USD\ncontact: [post]",
            "currency-mixed"),
        paying(
            "thirty-one lines", "pay:\n" + (1...30).map { "  Bread \($0): 4.20 EUR\n" }.joined() + "  ‸Cake: 4.20 EUR",
            "out-of-range"),
    ]

    static let around = [
        paying(
            "everything",
            bread
                + "contact: [name, phonetic_name, email, phone, post]\nbilling: [post]\ncountries: [DE, FR]\nmerchant: shop\nrecalculate: costs\ntrack: done"
        ),
        paying("a contact of another name", bread + "contact: [name, ‸adress]", "unknown-word"),
        paying("a country of another name", bread + "countries: [‸Germany]", "unknown-word"),
        paying("a merchant that is none", bread + "merchant: ‸shopp", "unknown-merchant"),
        paying("nobody to be paid", "‸pay:\n  Bread: 4.20 EUR", "unknown-merchant").with(
            "Config/services.yaml",
            "apps:\n"
                + "  key:\n    bid: a:b:c\n    app_id: 1\n    name: Key\n"),
        paying("an action that does not exist", bread + "recalculate: ‸cost", "unknown-action"),
        paying("an action that is too slow", bread + "recalculate: ‸slow", "recalculate-too-slow"),
        paying("an action that wants more", bread + "recalculate: ‸curious", "missing-input"),
        paying("an order that nobody hears of", bread + "track: ‸dome", "unknown-action"),
        paying("an order that wants more", bread + "track: ‸curious", "missing-input"),
        paying(
            "a way of shipping without a note",
            bread + "shipping:\n  - ‸label: Bicycle\n    price: 1.00 EUR\ncontact: [post]",
            "missing-key"),
        paying(
            "a way of shipping that gives money",
            bread + "shipping:\n  - label: Bicycle\n    note: Soon\n    price: ‸-1.00 EUR\ncontact: [post]",
            "out-of-range"),
        paying(
            "two ways alike",
            bread
                + "shipping:\n  - label: Bicycle\n    note: Soon\n    price: 1.00 EUR\n  - label: ‸Bicycle\n    note: Now\n"
                + "    price: 2.00 EUR\ncontact: [post]", "duplicate-answer"),
        paying(
            "shipped to nowhere",
            bread + "‸shipping:\n  - label: Bicycle\n    note: Soon\n    price: 1.00 EUR\ncontact: [email]",
            "shipping-without-address"),
        paying("options of others", bread + "‸scope: [openid]", "unknown-key"),
        asking(
            "options without a payment", "hello:\n  ask: Hm?\n  text: name\n  ‸contact: [post]\n  then: end",
            "unknown-key"),
        asking(
            "a list that a call brings",
            """
            hello:
              call: cart
              then: checkout
            checkout:
              ask: Please pay.
              pay:
                - each: line in hello.lines
                  label: {line.name}
                  price: {line.price} * 2
                - label: Due
                  price: {hello.due}
              shipping: {hello.ways}
              contact: [post]
              if_unable: end
              then: end
            """),
        asking(
            "a list of other things",
            """
            hello:
              call: cart
              then: checkout
            checkout:
              ask: Please pay.
              pay:
                - each: line in hello.lines
                  label: {line.name}
                  price: ‸{line.note}
              shipping: {‸hello.due}
              contact: [post]
              if_unable: end
              then: end
            """, "type-mismatch", "type-mismatch"),
        asking(
            "no exit", "‸hello:\n  ask: Please pay.\n  pay:\n    Bread: 4.20 EUR\n  if_unable: end\n  then: end",
            "no-exit-failed"
        )
        .with("bot.yaml", TestProject.bot.replacing("if_failed: people/person", with: "")),
    ]

    static let answers = [
        asking(
            "what was paid",
            """
            hello:
              ask: Please pay.
              pay:
                Bread: 4.20 EUR
              contact: [post]
              if_unable: end
              then: thanks
            thanks:
              say: {hello.total} by {hello.reference}, to {hello.contact.address}.
              then: end
            """),
        asking(
            "what nobody was asked for",
            """
            hello:
              ask: Please pay.
              pay:
                Bread: 4.20 EUR
              if_unable: end
              then: thanks
            thanks:
              say: {‸hello.contact.email} {‸hello.shipping}
              then: end
            """, "maybe-empty", "maybe-empty"),
        asking(
            "why it failed",
            """
            hello:
              ask: Please pay.
              pay:
                Bread: 4.20 EUR
              if_unable: end
              if_failed: sorry
              then: end
            sorry:
              say: Sorry, {hello.problem}.
              then: end
            """),
        asking(
            "nothing after cancelling",
            """
            hello:
              ask: Please pay.
              pay:
                Bread: 4.20 EUR
              if_unable: end
              if_cancelled: sorry
              then: end
            sorry:
              say: Not {‸hello.total}?
              then: end
            """, "maybe-empty"),
        asking(
            "claims",
            """
            hello:
              ask: Please sign in.
              sign_in: shop
              then: thanks
            thanks:
              say: Hello {hello.name}, {‸hello.email}, {hello.‸age}!
              then: end
            """, "maybe-empty", "unknown-field"),
        asking(
            "fields of an app",
            """
            hello:
              ask: Open the door.
              app: key
              if_unable: end
              then: thanks
            thanks:
              say: Door {hello.door}, floor {hello.floor, or 0}.
              then: end
            """),
    ]

    static let signIns = [
        asking(
            "all of it",
            "hello:\n  ask: Please sign in.\n  sign_in: shop\n  scope: [openid, email]\n  extra:\n    prompt: login\n"
                + "  if_cancelled: end\n  then: end"),
        asking(
            "a provider that is none", "hello:\n  ask: Please sign in.\n  sign_in: ‸shopp\n  then: end",
            "unknown-provider"),
        asking(
            "a name that is none",
            "hello:\n  ask: Please sign in.\n  sign_in: shop\n  extra:\n    hint: {‸nmae}\n  then: end", "unknown-name"),
        asking("no exit", "‸hello:\n  ask: Please sign in.\n  sign_in: shop\n  then: end", "no-exit-failed")
            .with("bot.yaml", TestProject.bot.replacing("if_failed: people/person", with: "")),
        asking("nothing is asked", "hello:\n  ‸sign_in: shop\n  then: end", "kind-without-question"),
    ]

    static let apps = [
        asking("a way out", "hello:\n  ask: Open the door.\n  app: key\n  if_unable: end\n  then: end"),
        asking("a page", "hello:\n  ask: Look.\n  app: page\n  live: no\n  data:\n    day: {today}\n  then: end"),
        asking("no way out", "‸hello:\n  ask: Open the door.\n  app: key\n  then: end", "fallback-missing"),
        asking(
            "an app that is none", "hello:\n  ask: Open the door.\n  app: ‸kee\n  if_unable: end\n  then: end",
            "unknown-app"),
        asking(
            "a bubble of its own",
            "hello:\n  ask: Look.\n  app: page\n  bubble:\n    right: Today\n    right_note: {today}\n    image_title: A\n"
                + "    image_note: B\n  then: end"),
        asking("a size", "hello:\n  ask: Look.\n  app: page\n  bubble:\n    ‸size: small\n  then: end", "unknown-key"),
        asking(
            "texts of an app elsewhere",
            "hello:\n  ask: Please sign in.\n  sign_in: shop\n  bubble:\n    ‸right: Today\n  then: end", "unknown-key"),
        asking(
            "data that is not there", "hello:\n  ask: Look.\n  app: page\n  data:\n    day: {‸dya}\n  then: end",
            "unknown-name"),
    ]
}
