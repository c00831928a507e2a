public import ConversationRuntime
import Diagnostics
public import FlowModel

/// What operators may name when they look for rows.
extension ResultStore {
    /// Returns why rows cannot be listed of a table, with the nearest one; `nil` when the bot has it, or some rows are kept
    /// in it still.
    public func mistake(inTable name: String, of bot: Bot?) async throws -> String? {
        let declared = bot?.results.map(\.name) ?? []
        if declared.contains(name) { return nil }
        let known = declared + (try await resultTables()).map(\.table)
        if known.contains(name) { return nil }
        let near = closest(to: name, among: known).map { "; did you mean `\($0)`?" }
        return "there is no table `\(name)`\(near ?? "")"
    }

    /// Returns why rows cannot be looked for by a state; `nil` when the table has it, or some rows are in it still.
    ///
    /// - Parameter states: those that rows of the table can be in.
    public func mistake(inState state: String, of table: String, _ states: [String]) async throws -> String? {
        if states.contains(state) { return nil }
        var filter = ResultFilter(table: table)
        filter.states = [state]
        if try await !results(filter, after: nil, limit: 1).isEmpty { return nil }
        return "a row of `\(table)` is never `\(state)`; it is one of \(states.joined(separator: ", "))"
    }
}
