import Diagnostics
import Expressions
import FlowCompiler
import FlowModel
import Testing

/// A shop with one of each feature.
enum SmallFlow {
    static let shop = """
        flow: shop
        start: welcome
        anywhere:
          menu: welcome
          agent, help, support: desk
        if_other:
          say: Please choose.
          then: desk
        steps:
          welcome:
            say: Hello {customer.first_name, or you}!
            ask: What may it be?
            answers:
              Order: order
              Hours: hours
              Address: hours
              Talk: desk
          order:
            ask: What do you want?
            text: one line
            if_silent:
              after: 1 hour
              then: welcome
            then: decide
          decide:
            when:
              order is Bread and not (order is empty): done
              otherwise: order
          hours:
            say: From nine to five, in "Main Street" <1>.
            then: back
          done:
            say: Thank you & see you soon!
            then: end
          desk:
            say: One moment.
            hand_over: desk
            if_away: hours
            then: end

        """

    static let botFile = """
        bot: Shop
        zone: Europe/Berlin
        start: shop
        anywhere:
          agent, help, support: other/person
        people:
          desk:
        if_silent: never
        if_failed: other/person

        """

    static let other = """
        flow: other
        start: person
        steps:
          person:
            hand_over: desk

        """

    /// Returns the bot and the index of its flow `shop`.
    static func bot() throws -> (bot: Bot, flow: Int) {
        let files = [("bot", botFile), ("other", other), ("shop", shop)].map { name, text in
            SourceFile(path: "Flows/\(name).yaml", text: text)
        }
        let compilation = Compiler.compile(
            ProjectFiles(texts: files, assets: [:], version: "test"),
            options: CompilerOptions(now: Moment(seconds: 1_772_442_000)))
        let bot = try #require(compilation.bot, "\(compilation.report.diagnostics.map(\.message))")
        return (bot, try #require(bot.flows.firstIndex { $0.name == "shop" }))
    }
}
