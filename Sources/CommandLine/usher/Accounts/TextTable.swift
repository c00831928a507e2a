import Foundation
import Server

/// A table for people, each column as wide as its widest cell.
struct TextTable {
    private let rows: [[String]]

    /// - Parameter rows: the first is the header.
    init(_ rows: [[String]]) { self.rows = rows.map { $0.map(\.onOneLine) } }

    func show() {
        let columns = rows.first?.indices ?? 0..<0
        let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
        for row in rows {
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            print(cells.joined(separator: "  ").trimmingCharacters(in: .whitespaces))
        }
    }
}
