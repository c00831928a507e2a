package import Databases

/// Takes the rows of all tables from one database to another, inside a transaction of each.
package struct Mover {
    private let source: Database
    private let target: Database
    private let shapes: [String: TableShape]
    private let progress: (Double) -> Void
    private let passing: (String) throws -> Void

    /// - Parameters:
    ///   - progress: receives the fraction that is done, from 0 to 1.
    ///   - passing: called with the name of the table after each page of rows.
    /// - Throws: `MoveError` when the two have tables that differ.
    package init(
        from source: Database, to target: Database, _ progress: @escaping (Double) -> Void = { _ in },
        passing: @escaping (String) throws -> Void = { _ in }
    ) throws {
        self.source = source
        self.target = target
        self.progress = progress
        self.passing = passing
        shapes = try TableShape.all(source).filter { !MovedTable.left.contains($0.key) }
        let others = try TableShape.all(target).filter { !MovedTable.left.contains($0.key) }
        let known = Set(MovedTable.all.map(\.name))
        let names = known.union(shapes.keys).union(others.keys).sorted()
        let strange = names.filter { !known.contains($0) || shapes[$0] == nil || shapes[$0] != others[$0] }
        guard strange.isEmpty else {
            throw MoveError(
                "the tables of both databases differ (\(strange.joined(separator: ", "))), and nothing was moved; report this "
                    + "with the output of `usher --version`")
        }
    }

    // MARK: Rows

    /// Copies all rows, and reads back what the target holds then.
    package func move() throws -> MoveReport {
        let total = try MovedTable.all.reduce(0) { try $0 + rows(of: $1, source) }
        var steps = Steps(total: 2 * total)
        for table in MovedTable.begun.sorted() { try target.execute(sql: "DELETE FROM \(table)") }
        var digests: [String: RowDigest.Result] = [:]
        for table in MovedTable.all { digests[table.name] = try copy(table, &steps) }
        for table in MovedTable.all { try continueNumbers(of: table) }
        for table in MovedTable.all {
            guard try digest(of: table, target, &steps) == digests[table.name] else {
                throw MoveError(
                    "the table `\(table.name)` differs after it was copied, and nothing was moved; check the disks of both "
                        + "databases, and run the command again")
            }
        }
        return MoveReport(digests)
    }

    /// Compares the rows of both databases without copying any.
    ///
    /// - Returns: `nil` when they differ.
    package func compare() throws -> MoveReport? {
        var steps = Steps(total: 2 * (try MovedTable.all.reduce(0) { try $0 + rows(of: $1, source) }))
        var digests: [String: RowDigest.Result] = [:]
        for table in MovedTable.all {
            let mine = try digest(of: table, source, &steps)
            guard try digest(of: table, target, &steps) == mine else { return nil }
            digests[table.name] = mine
        }
        return MoveReport(digests)
    }

    private struct Steps {
        let total: Int
        var done = 0
        var fraction: Double { min(1, Double(done) / Double(max(1, total))) }
    }

    private func rows(of table: MovedTable, _ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(table.name)") ?? 0
    }

    private func copy(_ table: MovedTable, _ steps: inout Steps) throws -> RowDigest.Result {
        let columns = shapes[table.name]?.columns ?? []
        let insert = try target.cachedStatement(
            sql: """
                INSERT INTO \(table.name) (\(columns.joined(separator: ", ")))
                VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
                """)
        try checkTexts(of: table)
        var digest = RowDigest()
        try pages(of: table, source, &steps) { page in
            for row in page {
                digest.add(row)
                try insert.execute(arguments: Arguments(row.values))
            }
            try passing(table.name)
        }
        return digest.result
    }

    private func digest(of table: MovedTable, _ db: Database, _ steps: inout Steps) throws -> RowDigest.Result {
        var digest = RowDigest()
        try pages(of: table, db, &steps) { page in for row in page { digest.add(row) } }
        return digest.result
    }

    /// Reads a table page by page, in the order of its key.
    private func pages(
        of table: MovedTable, _ db: Database, _ steps: inout Steps, _ take: ([Row]) throws -> Void
    ) throws {
        guard let shape = shapes[table.name] else { return }
        let places = shape.key.compactMap { shape.columns.firstIndex(of: $0) }
        let values = shape.columns.map { table.replaced[$0] ?? $0 }.joined(separator: ", ")
        let key = shape.key.joined(separator: ", ")
        let marks = shape.key.map { _ in "?" }.joined(separator: ", ")
        var last: [SQLValue]?
        while true {
            let later = last == nil ? "" : "WHERE (\(key)) > (\(marks))"
            let page = try Row.fetchAll(
                try db.cachedStatement(
                    sql: "SELECT \(values) FROM \(table.name) \(later) ORDER BY \(key) LIMIT \(table.page)"),
                arguments: Arguments(last ?? []))
            guard let end = page.last else { return }
            try take(page)
            last = places.map { end.values[$0] }
            steps.done += page.count
            progress(steps.fraction)
            if page.count < table.page { return }
        }
    }

    /// SQLite stores texts with U+0000, and passes on what stands before it.
    ///
    /// - Throws: `MoveError` for a text that the target cannot hold.
    private func checkTexts(of table: MovedTable) throws {
        guard source.dialect == .sqlite, target.dialect == .postgresql, let shape = shapes[table.name] else { return }
        let tests = shape.columns.map { "typeof(\($0)) = 'text' AND instr(CAST(\($0) AS BLOB), x'00') > 0" }
        let names = zip(tests, shape.columns).map { "WHEN \($0) THEN '\($1)'" }.joined(separator: " ")
        let row = try Row.fetchOne(
            source,
            sql: """
                SELECT CASE \(names) END, \(shape.key.joined(separator: ", ")) FROM \(table.name)
                WHERE \(tests.joined(separator: " OR ")) LIMIT 1
                """)
        guard let row else { return }
        let place = zip(shape.key, row.values.dropFirst()).map { "\($0) \($1.shown)" }.joined(separator: ", ")
        throw MoveError(
            "the column `\(row[0] as String)` of the table `\(table.name)` holds U+0000 at \(place), which PostgreSQL does not "
                + "store; nothing was moved. Replace or erase that row, and run the command again")
    }

    // MARK: Numbers

    /// Lets the target give numbers above the largest that was ever given, so that no number stands for two things.
    private func continueNumbers(of table: MovedTable) throws {
        guard shapes[table.name]?.key == ["id"] else { return }
        let last = max(
            try Self.lastNumber(of: table.name, source) ?? 0, try Self.lastNumber(of: table.name, target) ?? 0)
        guard last > 0 else { return }
        switch target.dialect {
        case .sqlite:
            guard try Self.remembersNumbers(table.name, target) else { return }
            try target.execute(sql: "DELETE FROM sqlite_sequence WHERE name = ?", arguments: [table.name])
            try target.execute(
                sql: "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", arguments: [table.name, last])
        case .postgresql:
            _ = try Row.fetchAll(
                target, sql: "SELECT setval(pg_get_serial_sequence(?, 'id'), ?)", arguments: [table.name, last])
        }
    }

    /// The largest number that a table has given; `nil` when it gives none.
    private static func lastNumber(of table: String, _ db: Database) throws -> Int64? {
        switch db.dialect {
        case .sqlite:
            guard try remembersNumbers(table, db) else {
                guard try isNumbered(table, db) else { return nil }
                return try Int64.fetchOne(db, sql: "SELECT MAX(id) FROM \(table)")
            }
            return try Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [table])
        case .postgresql:
            let sequence = try String.fetchOne(
                db, sql: "SELECT pg_get_serial_sequence(?, 'id')", arguments: [table])
            guard sequence != nil else { return nil }
            let given = try Int64.fetchOne(
                db, sql: "SELECT pg_sequence_last_value(pg_get_serial_sequence(?, 'id')::regclass)",
                arguments: [table])
            let held = try Int64.fetchOne(db, sql: "SELECT MAX(id) FROM \(table)")
            return max(given ?? 0, held ?? 0)
        }
    }

    /// Whether SQLite gives numbers to the rows of a table: the key is a number, and has no rule of its own.
    private static func isNumbered(_ table: String, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?
                    AND sql LIKE '%id INTEGER PRIMARY KEY%' AND sql NOT LIKE '%CHECK (id = 1)%')
                """, arguments: [table]) ?? false
    }

    /// Whether SQLite remembers the numbers of removed rows.
    private static func remembersNumbers(_ table: String, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = ? AND sql LIKE '%AUTOINCREMENT%')",
            arguments: [table]) ?? false
    }
}

extension MoveReport {
    fileprivate init(_ digests: [String: RowDigest.Result]) {
        let titled = MovedTable.all.compactMap { table in
            table.title.map { Count($0, digests[table.name]?.count ?? 0) }
        }
        let others = MovedTable.all.filter { $0.title == nil }.reduce(0) { $0 + (digests[$1.name]?.count ?? 0) }
        self.init(counts: titled + [Count("other rows", others)])
    }
}

extension SQLValue {
    /// The value for people.
    fileprivate var shown: String {
        switch self {
        case .null: "NULL"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): "`\(text)`"
        case .bytes(let bytes): "\(bytes.count) bytes"
        }
    }
}
