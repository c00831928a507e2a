import Expressions
import Testing

@Suite struct FormatTests {
    @Test(
        arguments: [
            ("date", .date), ("short date", .shortDate), ("short   date", .shortDate), ("date and time", .dateAndTime),
            ("2 decimals", .decimals(2)), ("1 decimal", .decimals(1)), ("0 decimals", .decimals(0)),
            ("20 decimals", .decimals(20)),
            ("21 decimals", nil), ("-1 decimals", nil), ("two decimals", nil), ("Date", nil), ("", nil),
            ("plural", nil), ("and", .and), ("lines", .lines),
        ] as [(String, ValueFormat?)])
    func `a format is read from its words`(_ words: String, _ format: ValueFormat?) {
        #expect(ValueFormat(words) == format)
    }

    @Test(arguments: [
        ("date", "date"), ("short date", "date time"), ("day", "date time"), ("iso", "date time"), ("time", "time"),
        ("date and time", "time"), ("number", "number"), ("whole", "number"), ("plain", "number"),
        ("percent", "number"),
        ("2 decimals", "number"), ("money", "money"), ("amount", "money"), ("upper", "text choice"),
        ("lower", "text choice"), ("capital", "text choice"), ("and", "list"), ("or", "list"), ("lines", "list"),
        ("count", "list"),
    ])
    func `a format fits the types that the language gives it`(_ words: String, _ types: String) throws {
        let format = try #require(ValueFormat(words))
        let all: [(String, ValueType)] = [
            ("text", .text), ("number", .number), ("money", .money), ("date", .date), ("time", .time),
            ("duration", .duration), ("yesNo", .yesNo), ("file", .file), ("place", .place), ("list", .list(nil)),
            ("record", .record([])),
            ("choice", .choice(.init(answers: []))),
        ]
        let fitting = all.filter { format.fits($0.1) }.map(\.0)
        let expected = words == "date" ? ["date", "time"] : types.split(separator: " ").map(String.init)
        #expect(Set(fitting) == Set(expected))
        #expect(format.fits(.unknown))
        #expect(ValueFormat(format.words) == format)
    }
}
