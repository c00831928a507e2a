/// One step from a layout of the tables to the next.
///
/// A released step is never changed. Servers of two versions use a database at the same time while it is upgraded, so a
/// step only adds what the servers before it can do without; what they need is removed by a step of a later version.
struct PostgreSQLStep: Sendable {
    /// The layout that it leads to; the first is 1.
    let number: Int64
    /// The oldest layout whose programs can use the tables afterwards; older ones are refused.
    let oldest: Int64
    /// Its statements, separated by semicolons.
    let sql: String

    /// - Parameter oldest: `nil` when programs of earlier layouts cannot use the tables any more.
    init(_ number: Int64, usableFrom oldest: Int64? = nil, _ sql: String) {
        self.number = number
        self.oldest = oldest ?? number
        self.sql = sql
    }

    /// All steps, in order.
    static let all = [
        PostgreSQLStep(1, PostgreSQLTables.all), PostgreSQLStep(2, usableFrom: 1, PostgreSQLTables.operators),
        PostgreSQLStep(3, usableFrom: 1, PostgreSQLTables.drafts),
        PostgreSQLStep(4, usableFrom: 1, PostgreSQLTables.assignees),
        PostgreSQLStep(5, usableFrom: 1, PostgreSQLTables.activations),
    ]
}
