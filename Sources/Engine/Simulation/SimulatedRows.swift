import Expressions
import FlowEngine
import FlowModel

/// The rows of one customer in the tables of a bot, in memory.
struct SimulatedRows {
    private var rows: [String: [ResultRow]] = [:]

    /// Adds a row that was there before the conversation.
    mutating func add(_ fields: Fields, state: String?, to table: ResultTable, at moment: Moment) {
        var row = newRow(fields, of: table, at: moment)
        if let state { row.state = state }
        rows[table.name, default: []].append(row)
    }

    /// What decides how a flow that reads the rows continues: by table, whether there are none, one or more, and their
    /// states.
    var deciding: String {
        rows.keys.sorted().map { name in
            let own = rows[name] ?? []
            return "\(name) \(min(own.count, 2)) \(Set(own.map(\.state)).sorted().joined(separator: ","))"
        }.joined(separator: ";")
    }

    private func newRow(_ fields: Fields, of table: ResultTable, at moment: Moment) -> ResultRow {
        let number = (rows[table.name]?.count ?? 0) + 1
        return ResultRow(
            id: "\(table.name)-\(number)", number: number, state: table.states[0], keptAt: moment, fields: fields)
    }

    mutating func outcome(
        of operation: ResultOperation, on table: ResultTable, _ call: CallRequest, at moment: Moment
    ) -> ActionOutcome {
        switch operation {
        case .keep:
            let row = newRow(call.inputs, of: table, at: moment)
            rows[table.name, default: []].append(row)
            return .gave(row.receipt)
        case .read:
            let state = call.inputs["state"].flatMap { if case .text(let word) = $0 { word } else { nil } }
            let found = (rows[table.name] ?? []).filter { state == nil || $0.state == state }
            return .gave(Fields([("rows", .list(found.reversed().map { $0.record(of: table) }))]))
        case .change:
            guard case .text(let id)? = call.inputs["row"], case .text(let state)? = call.inputs["state"],
                table.states.contains(state), let place = rows[table.name]?.firstIndex(where: { $0.id == id })
            else { return .failed(ResultProblem.gone) }
            rows[table.name]?[place].state = state
            return rows[table.name].map { .gave($0[place].receipt) } ?? .failed(ResultProblem.gone)
        }
    }
}
