import Expressions

/// The names that every flow has without defining them.
enum BuiltIns {
    /// The first parts of built-in names, which answers cannot use.
    static let roots: Set<String> = [
        "customer", "bot", "hours", "people", "now", "today", "language", "entry", "said", "device",
    ]

    /// The fields of `customer` in addition to the facts of bot.yaml.
    static let customerFields = ["id", "first_name", "name"]

    static func types(_ bot: BotSyntax) -> [String: ValueType] {
        let figures: [ValueType.RecordField] = [
            .init("open", .yesNo), .init("place", .number), .init("wait", .duration, isOptional: true),
        ]
        let flags = ["buttons", "list", "times", "form", "sign_in", "pay", "app", "links", "files"]
        return [
            "customer": bot.areFactsDamaged
                ? .unknown
                : .record(
                    [
                        .init("id", .text), .init("first_name", .text, isOptional: true),
                        .init("name", .text, isOptional: true),
                    ] + bot.facts.map { .init($0.name.value, $0.type, isOptional: true) }),
            "bot": .record([.init("name", .text), .init("business", .text), .init("open", .yesNo)]),
            "hours": bot.areHoursDamaged
                ? .unknown : .record(bot.hours.map { .init(inName($0.name.value), hours($0)) }),
            "people": bot.arePeopleDamaged
                ? .unknown : .record(bot.people.map { .init(inName($0.name.value), .record(figures)) }),
            "now": .time,
            "today": .date,
            "language": .text,
            "entry": .record([.init("intent", .text, isOptional: true), .init("group", .text, isOptional: true)]),
            "said": .text,
            "device": .record(flags.map { .init($0, .yesNo) } + [.init("channel", .text)]),
        ]
    }

    /// A week that opens every year always has a time at which it opens next.
    private static func hours(_ week: WeekSyntax) -> ValueType {
        .record([
            .init("open", .yesNo), .init("opens", .time, isOptional: !week.opensEveryYear),
            .init("closes", .time, isOptional: true),
        ])
    }

    /// A space in the name of a queue or a week is written `-` in a name.
    static func inName(_ name: String) -> String { String(name.map { $0 == " " ? "-" : $0 }) }
}
