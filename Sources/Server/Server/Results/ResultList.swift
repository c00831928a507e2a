import Channels
package import ConversationRuntime
import CustomerRecords
package import Expressions
import FlowModel
import Foundation
package import JSON

/// Rows as a table: a column for every field that one of them has.
package struct ResultList {
    private let rows: [StoredResult]
    private let isOpen: Bool
    private let zone: Zone

    /// - Parameters:
    ///   - isOpen: whether private fields are shown.
    ///   - zone: the zone of the business, in which times are written.
    package init(rows: [StoredResult], isOpen: Bool, zone: Zone) {
        self.rows = rows
        self.isOpen = isOpen
        self.zone = zone
    }

    private func fields(_ row: StoredResult) -> Fields { isOpen ? row.row.fields : row.shown }

    private var columns: [String] {
        var known: Set<String> = []
        return rows.flatMap { fields($0).names }.filter { known.insert($0).inserted }
    }

    /// The head, and a line for every row.
    package var table: [[String]] {
        let columns = columns
        let head = ["number", "state", "kept_at"] + columns + ["customer"]
        return [head]
            + rows.map { row in
                let fields = fields(row)
                return ["\(row.row.number)", row.row.state, row.row.keptAt.iso(in: zone)]
                    + columns.map { fields[$0]?.plainWords(in: zone) ?? "" } + [row.conversation.customer]
            }
    }

    /// The table in columns as wide as their widest entry.
    package var lines: [String] {
        guard !rows.isEmpty else { return [] }
        let table = table.map { $0.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") } }
        let widths = table[0].indices.map { column in table.map { $0[column].count }.max() ?? 0 }
        return table.map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
        }
    }

    package var json: JSONValue { .object(["rows": .array(rows.map { $0.json(isOpen: isOpen, in: zone) })]) }
}

/// Comma-separated values (RFC 4180), with line feeds.
package enum CSVText {
    package static func lines(_ rows: [[String]]) -> String {
        rows.map { $0.map(cell).joined(separator: ",") + "\n" }.joined()
    }

    /// A text that a spreadsheet would take for a formula gets an apostrophe: customers write these texts.
    private static func cell(_ text: String) -> String {
        let isNumber = Decimal(plain: text) != nil || text.dropFirst().allSatisfy { $0.isNumber || $0 == " " }
        let isFormula = (text.first.map { "=+-@\t\r".contains($0) } ?? false) && !isNumber
        let safe = isFormula ? "'" + text : text
        let needsQuotes = safe.contains { $0 == "," || $0 == "\"" || $0.isNewline } || safe != safe.trimmed
        return needsQuotes ? "\"" + safe.replacing("\"", with: "\"\"") + "\"" : safe
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
