import ConversationRuntime
import Databases
import Expressions
import FlowEngine

/// The query for the sessions that match a filter, most recently active first.
///
/// Most filters are answered from one index, which is read in list order and no further than the page; a part of a
/// customer's id is searched in another index. Only text in answers requires reading the sessions themselves, the whole
/// table if nothing else narrows the search.
struct SessionSearch {
    private(set) var sql: String
    private(set) var arguments = Arguments()
    private var conditions: [String] = []

    /// - Parameter dialect: of the database that is searched.
    init(_ filter: SessionFilter, _ dialect: Dialect = .sqlite) {
        let isWithPerson = filter.status == Session.Status.withPerson.rawValue
        var index = isWithPerson ? "INDEXED BY sessions_with_person" : "INDEXED BY sessions_by_update"
        if filter.asksForTextAlone { index = "NOT INDEXED" }
        if dialect == .postgresql { index = "" }
        sql = "SELECT id FROM sessions \(index)"
        if isWithPerson { conditions.append("status = 'with-person'") } else { add("status = ?", filter.status) }
        add("flow = ?", filter.flow)
        add("step = ?", filter.step)
        add("updated_at >= ?", filter.activeSince?.milliseconds)
        add("updated_at < ?", filter.waitingSince?.milliseconds)
        if filter.waitingSince != nil { conditions.append("status NOT IN ('ended', 'closed')") }
        if let after = filter.after {
            conditions.append("(updated_at, id) < (?, ?)")
            arguments.append(after.activeAt.milliseconds)
            arguments.append(after.id.number)
        }
        add(
            """
            id IN (SELECT id FROM sessions \(dialect == .sqlite ? "INDEXED BY sessions_by_conversation" : "")
                WHERE instr(customer, ?) > 0)
            """,
            filter.customer)
        look(for: filter.text, dialect)
        if !conditions.isEmpty { sql += " WHERE " + conditions.joined(separator: " AND ") }
        sql += " ORDER BY updated_at DESC, id DESC"
    }

    private mutating func add(_ condition: String, _ value: (any SQLConvertible)?) {
        guard let value else { return }
        conditions.append(condition)
        arguments.append(value)
    }

    /// Adds the search for text in non-private answers, which are stored unsealed in the session. Most sessions are
    /// skipped without parsing their JSON.
    private mutating func look(for text: String?, _ dialect: Dialect) {
        guard let text, !text.isEmpty else { return }
        guard dialect == .sqlite else {
            return add(
                #"""
                EXISTS (SELECT 1 FROM jsonb_path_query((\#(Self.stateWithoutNull))::jsonb, 'lax $.answers.**') AS answer
                    WHERE jsonb_typeof(answer) = 'string' AND answer #>> '{}' ILIKE ? ESCAPE '\')
                """#, Self.pattern(text))
        }
        let holds = text.utf8.allSatisfy { $0 < 0x80 } ? Self.holdsPattern : Self.holdsWords
        let words = holds == Self.holdsPattern ? Self.pattern(text) : text.lowercased()
        if !text.contains(where: { "\"\\\n\r\t/".contains($0) }) { add(holds.replacing("*", with: "state"), words) }
        add(
            """
            EXISTS (SELECT 1 FROM json_tree(sessions.state, '$.answers') AS answer
                WHERE answer.type = 'text' AND \(holds.replacing("*", with: "answer.value")))
            """, words)
    }

    /// The session's JSON without U+0000, which a customer may have sent, and with which it is no JSON to PostgreSQL. An escaped
    /// backslash before `u0000` is none.
    private static let stateWithoutNull = #"""
        CASE WHEN strpos(sessions.state, '\u0000') = 0 THEN sessions.state
            ELSE regexp_replace(sessions.state, '(?<!\\)((?:\\\\)*)\\u0000', '\1', 'g') END
        """#

    /// Case-insensitive tests whether `*` contains the text: SQLite's own operator is fast, but handles only ASCII
    /// letters.
    private static let holdsPattern = "* LIKE ? ESCAPE '\\'"
    private static let holdsWords = "holds_words(*, ?)"

    private static func pattern(_ text: String) -> String {
        "%" + text.reduce(into: "") { $0 += "%_\\".contains($1) ? "\\\($1)" : "\($1)" } + "%"
    }
}

extension SessionFilter {
    fileprivate var asksForTextAlone: Bool {
        guard text?.isEmpty == false else { return false }
        var others = self
        others.text = nil
        others.after = nil
        return others == SessionFilter()
    }
}
