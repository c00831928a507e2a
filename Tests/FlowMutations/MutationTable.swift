/// How many mutations of each kind each catcher notices, with one line for each kind and one for all.
///
/// The share of `check` is that of all mutations, every other share that of the mutations that are not refused.
public struct MutationTable: Sendable, CustomStringConvertible {
    /// The mutations of one kind, or all.
    public struct Row: Sendable, Equatable {
        public let name: String
        public let mutations: Int
        /// Those that the compiler refuses.
        public let refused: Int
        /// Those that each catcher notices.
        public let caught: [Catcher: Int]
        /// Those that nothing notices but a comparison with the flow as it was, or nothing at all.
        public let missed: Int

        init(_ name: String, _ outcomes: [MutationOutcome]) {
            self.name = name
            mutations = outcomes.count
            refused = outcomes.count { $0.isRefused }
            caught = Dictionary(
                uniqueKeysWithValues: Catcher.allCases.map { catcher in
                    (catcher, outcomes.count { $0.catchers.contains(catcher) })
                })
            missed = outcomes.count { $0.isMissed }
        }
    }

    public let rows: [Row]

    public init(_ outcomes: [MutationOutcome]) {
        let kinds = MutationKind.allCases.map { kind in
            Row(kind.rawValue, outcomes.filter { $0.mutation.kind == kind })
        }
        rows = kinds + [Row("all", outcomes)]
    }

    public var description: String {
        let heads = ["mutation", "number", "refused"] + Catcher.allCases.map(\.rawValue) + ["missed"]
        return TextColumns([heads] + rows.map(Self.cells)).description
    }

    private static func cells(of row: Row) -> [String] {
        let shares = Catcher.allCases.map { catcher -> String in
            let whole = catcher == .check ? row.mutations : row.mutations - row.refused
            return share(row.caught[catcher] ?? 0, of: whole)
        }
        let missed = "\(row.missed) (\(share(row.missed, of: row.mutations)))"
        return [row.name, "\(row.mutations)", "\(row.refused)"] + shares + [missed]
    }

    private static func share(_ part: Int, of whole: Int) -> String {
        whole == 0 ? "–" : "\((part * 100 + whole / 2) / whole) %"
    }
}

/// Lines of cells below each other: the first column begins at the left, all others end at the right.
public struct TextColumns: Sendable, CustomStringConvertible {
    private let lines: [[String]]

    public init(_ lines: [[String]]) { self.lines = lines }

    public var description: String {
        let widths = (lines.first ?? []).indices.map { column in
            lines.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return lines.map { cells in
            zip(cells, widths).enumerated().map { column, cell in
                let space = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
                return column == 0 ? cell.0 + space : "  " + space + cell.0
            }.joined()
        }.joined(separator: "\n")
    }
}
