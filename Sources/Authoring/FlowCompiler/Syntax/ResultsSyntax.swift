import Diagnostics
import FlowModel

/// A table below `results`, as written.
struct ResultTableSyntax: Sendable {
    var name: Word
    /// Of a damaged one only its name is certain.
    var table: ResultTable
    var isDamaged: Bool
}

/// `results` of a flow or of bot.yaml.
struct ResultsSyntax: Sendable {
    var tables: [ResultTableSyntax] = []
    /// Whether a table may be missing because a line could not be read.
    var isDamaged = false
}

extension Project {
    /// The tables of the bot and of all flows.
    var resultTables: [ResultTableSyntax] { bot.results.tables + flows.flatMap(\.results.tables) }

    var areResultsDamaged: Bool { bot.results.isDamaged || flows.contains(where: \.results.isDamaged) }
}
