import Testing

@testable import PostgreSQLStorage

/// How messages name a database.
@Suite struct AddressTests {
    @Test(
        "each host stands with its own port",
        arguments: [
            ("postgresql://usher@db/shop", "db, database shop"),
            ("postgresql://usher:geheim@db:5433/shop", "db:5433, database shop"),
            ("postgresql://usher@one,two,three/shop", "one, two, three, database shop"),
            ("postgresql://usher@one:5433,two/shop", "one:5433, two, database shop"),
            ("host=one,two port=5433 dbname=shop", "one:5433, two:5433, database shop"),
            ("dbname=shop", "on this machine, database shop"),
        ])
    func place(_ url: String, _ place: String) throws {
        #expect(try PostgreSQLAddress(url).place == place)
    }
}
