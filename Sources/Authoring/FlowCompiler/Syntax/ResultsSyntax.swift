import Diagnostics
import Expressions
import FlowModel

/// A table below `results`, as written.
struct ResultTableSyntax: Sendable {
    var name: Word
    var table: ResultTable
    /// Whether a field may be missing, so that only its name is certain.
    var isDamaged: Bool
    /// Whether all private fields are known.
    var isPrivacyKnown = true
    /// Whether all states are known.
    var areStatesKnown = true

    /// Whether the table has every field that is said to be private.
    var hasAllPrivateFields: Bool { table.privateFields.isSubset(of: table.fields.map(\.name)) }
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
