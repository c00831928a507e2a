import Diagnostics
import FlowCompiler
public import SampleProjects

extension SampleProject {
    /// A project with one flow of so many steps, 30 at least: menus with topics. Each topic asks, takes a number, decides,
    /// calls an action and ends.
    public static func generated(steps: Int) -> SampleProject? {
        let files = ProjectFiles(
            texts: [
                SourceFile(path: "Flows/bot.yaml", text: bot),
                SourceFile(path: "Flows/topics.yaml", text: GeneratedFlow(steps: steps).text),
            ], actions: SourceFile(path: "Config/actions.yaml", text: actions), assets: [:], version: "generated")
        return SampleProject("\(steps) steps", files, transcripts: [])
    }

    private static let bot = """
        bot: Generated
        zone: Europe/Berlin
        start: topics
        anywhere:
          agent, help, support: topics/person
        people:
          team:
        if_silent:
          after: 10 minutes
          then: topics/bye
        if_other:
          say: Please choose one of the answers.
          tries: 1
          then: topics/person
        if_failed: topics/person

        """

    private static let actions = """
        hosts: [api.generated.example]
        actions:
          book:
            post: https://api.generated.example/bookings
            body:
              number: "{number}"
            takes:
              number: number
            gives:
              code: text
            problems:
              409: taken
            examples:
              booked:
                code: A1
              full:
                problem: taken

        """
}

/// The text of a flow with so many steps.
private struct GeneratedFlow {
    private static let topicSteps = 6
    private static let topicsOfMenu = 7

    private var lines = ["flow: topics", "start: menu0", "", "steps:"]

    var text: String { lines.joined(separator: "\n") + "\n" }

    init(steps: Int) {
        // Beside the topics there are two steps for the ends, and one menu for each few topics.
        var topics = 0
        while Self.steps(topics: topics + 1) <= steps { topics += 1 }
        let menus = Self.menus(topics: topics)
        for menu in 0..<menus {
            let own = menu * Self.topicsOfMenu..<min(topics, (menu + 1) * Self.topicsOfMenu)
            add("menu\(menu)", "ask: What is it about, of part \(menu)?", "answers:")
            for topic in own { lines.append("      Topic \(topic): ask\(topic)") }
            let rest = menu + 1 < menus ? "menu\(menu + 1)" : "bye"
            lines.append("      Something else: \(rest)")
        }
        let spare = steps - Self.steps(topics: topics)
        for topic in 0..<topics { addTopic(topic, then: topic == 0 && spare > 0 ? "note0" : "bye") }
        for note in 0..<spare {
            add("note\(note)", "say: This is note \(note).", "then: \(note + 1 < spare ? "note\(note + 1)" : "bye")")
        }
        add("bye", "say: See you soon!", "then: end")
        add("person", "hand_over: team", "then: bye")
    }

    private static func menus(topics: Int) -> Int { (topics + topicsOfMenu - 1) / topicsOfMenu }

    private static func steps(topics: Int) -> Int { topics * topicSteps + menus(topics: topics) + 2 }

    private mutating func addTopic(_ topic: Int, then end: String) {
        add("ask\(topic)", "ask: Shall we begin with topic \(topic)?", "answers: [Now, Later]", "then: many\(topic)")
        add(
            "many\(topic)", "ask: How many of topic \(topic)?", "number:", "  kind: whole", "  at_least: 1",
            "  at_most: 9", "then: size\(topic)")
        add("size\(topic)", "when:", "  many\(topic) is more than 4: big\(topic)", "  otherwise: order\(topic)")
        add(
            "big\(topic)", "ask: That is a lot of topic \(topic). Really?", "answers:", "  Go on: order\(topic)",
            "  Change it: many\(topic)")
        add(
            "order\(topic)", "call: book", "using:", "  number: \"{many\(topic)}\"", "if_failed:",
            "  say: That is not free.", "  then: many\(topic)", "then: done\(topic)")
        add("done\(topic)", "say: \"Topic \(topic) has the code {order\(topic).code}.\"", "then: \(end)")
    }

    private mutating func add(_ name: String, _ keys: String...) {
        lines += ["", "  \(name):"] + keys.map { "    \($0)" }
    }
}
