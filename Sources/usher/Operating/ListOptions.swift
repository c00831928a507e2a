import ArgumentParser
import JSON

/// How long lists are shown: page by page, for people or for programs.
struct ListOptions: ParsableArguments {
    @Option(help: "How many are shown.")
    var limit = 20

    @Option(help: "Which page of so many.")
    var page = 1

    @Option(help: "text for people, json for programs.")
    var format: OutputFormat = .text

    /// How many come before what is shown.
    var skipping: Int { (page - 1) * limit }

    func validate() throws {
        guard limit > 0, page > 0 else { throw ValidationError("`--limit` and `--page` begin at 1.") }
        guard !page.multipliedReportingOverflow(by: limit).overflow else {
            throw ValidationError("There is no such page.")
        }
    }

    /// Prints what was found.
    ///
    /// - Parameter name: of the list, such as `sessions`.
    func show<Item>(_ found: [Item], named name: String, line: (Item) -> String, json: (Item) -> JSONValue) {
        switch format {
        case .json: print(JSONValue.object([name: .array(found.map(json))]).prettyText)
        case .text:
            for item in found { print(line(item)) }
            if found.isEmpty { Console.note("no \(name)") }
            if found.count == limit { Console.note("there may be more: --page \(page + 1)") }
        }
    }
}
