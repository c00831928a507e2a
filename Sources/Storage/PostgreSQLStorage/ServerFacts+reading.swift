import Databases
import Foundation
import SQLStorage

extension ServerFacts {
    init(_ db: Database) throws {
        let began = Self.now
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT current_setting('server_version'), current_setting('server_version_num')::bigint,
                    current_setting('synchronous_commit'), current_setting('fsync'),
                    current_setting('full_page_writes'), current_setting('synchronous_standby_names'),
                    (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
                    to_regclass('layouts') IS NOT NULL, current_setting('server_encoding')
                """)
        guard let row else { throw SQLError(.other, "the server does not describe itself") }
        let theirs: Int = row[6]
        self.init(
            version: row[0], versionNumber: row[1], isDurable: row[2] as String != "off",
            survivesCrash: row[3] as String == "on" && row[4] as String == "on", synchronousStandbys: row[5],
            hasTables: row[7], clockAhead: theirs - (began + Self.now) / 2)
        encoding = row[8]
        // The last query: where it fails, so does the transaction.
        standbyWait = try? StandbyWait(db)
    }

    private static var now: Int { Int(Date().timeIntervalSince1970 * 1000) }
}
