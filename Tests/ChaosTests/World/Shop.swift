import FlowEngine

/// The garage's shop: a bot with payments and sign-in.
enum Shop {
    static let version = "shop"
    static let merchant = "garage"
    static let provider = "club"
    /// The processor's reference of a payment.
    static func reference(of key: String) -> String { "R-\(key.suffix(6))" }

    static func engine() throws -> Engine {
        try Bots.engine(bot: bot, steps: steps, actions: actions, services: services, version: version)
    }

    private static let bot = """
        bot: Chaos Shop
        zone: Europe/Berlin
        start: main
        anywhere:
          agent, help, support: main/person
        people:
          desk:
        if_silent:
          after: 20 minutes
          say: Are you still there?
          then: main/goodbye
        if_other:
          say: Please choose one of the answers.
          tries: 2
          then: main/person
        if_failed: main/goodbye
        """

    private static let steps = """
        flow: main
        start: welcome
        steps:
          welcome:
            ask: What would you like?
            answers:
              Voucher: checkout
              Club: who
              Nothing: goodbye
          checkout:
            ask: A voucher
            pay:
              Voucher: 25.00 EUR
            shipping:
              - label: By e-mail
                note: In a minute
                price: 0.00 EUR
                id: email
              - label: In an envelope
                note: 2 to 3 days
                price: 2.50 EUR
                id: envelope
            contact: [email, post]
            if_failed:
              say: The payment did not go through.
              retry_from: checkout
              tries: 1
              then: person
            if_cancelled:
              say: No voucher then.
              then: welcome
            then: bought
          bought:
            say: "Thank you, {checkout.total} are paid: {checkout.reference}."
            then: welcome
          who:
            ask: Who are you?
            sign_in: club
            if_failed:
              say: "That did not work: {who.problem, or nobody knows why}."
              retry_from: who
              tries: 1
              then: person
            if_cancelled:
              say: Maybe later.
              then: welcome
            then: member
          member:
            say: Hello {who.name}.
            then: welcome
          person:
            say: One moment.
            hand_over: desk
            then: goodbye
          goodbye:
            say: Bye.
            then: end
        """

    private static let actions = """
        actions:
          take:
            swift: Take
            takes:
              request: text
              token: text
              amount: money
            gives:
              reference: text
            private: [token]
            examples:
              paid:
                reference: R-1
        """

    private static let services = """
        sign_in:
          club:
            authorize: https://club.example/authorize
            token: https://club.example/token
            userinfo: https://club.example/userinfo
            client: shop
            scope: [profile]
            claims:
              name: text
        merchants:
          garage:
            identifier: merchant.example.garage
            country: DE
            networks: [visa]
            gateway: https://apple-pay.example
            processor: take
        """
}
