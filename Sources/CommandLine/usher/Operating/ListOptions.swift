import ArgumentParser
import Foundation
import JSON
import Server

/// The options of lists: the page and the output format.
struct ListOptions: ParsableArguments {
    @Option(help: "Show this many on a page.")
    var limit = 20

    @Option(help: "Show this page.")
    var page = 1

    @Option(help: "Write text for people, or json for programs.")
    var format: OutputFormat = .text

    /// The number of entries before the page.
    var skipping: Int { (page - 1) * limit }

    func validate() throws {
        guard limit > 0, page > 0 else { throw ValidationError("`--limit` and `--page` must be 1 or more.") }
        guard !page.multipliedReportingOverflow(by: limit).overflow else {
            throw ValidationError("`--page` is too large for this `--limit`.")
        }
    }

    /// Prints a list as a table with a header, each column as wide as its widest entry.
    ///
    /// - Parameter name: the name of the list, such as `sessions`.
    func show<Item>(
        _ found: [Item], named name: String, columns: [String], row: (Item) -> [String], json: (Item) -> JSONValue
    ) {
        let rows = [columns] + found.map { row($0).map(\.onOneLine) }
        let widths = columns.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row -> String in
            let cells = zip(row, widths).map { cell, width -> String in
                cell + String(repeating: " ", count: width - cell.count)
            }
            return cells.joined(separator: "  ").trimmingCharacters(in: .whitespaces)
        }
        if format == .text, !found.isEmpty { print(lines[0]) }
        show(Array(zip(lines.dropFirst(), found)), named: name, line: \.0) { json($0.1) }
    }

    /// Prints a list.
    ///
    /// - Parameter name: the name of the list, such as `sessions`.
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
