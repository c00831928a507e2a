import Databases
import SQLStorage
import SQLiteStorage
import Testing

/// Errors of a database server, as commands report them.
@Suite struct ServerTroubleTests {
    @Test(arguments: [
        (SQLFaultKind.unavailable, true), (SQLFaultKind.unknown, true), (SQLFaultKind.conflict, true),
        (SQLFaultKind.constraint, false), (SQLFaultKind.other, false),
    ])
    func `an error says what the server says, and whether to try again`(kind: SQLFaultKind, isTemporary: Bool) throws {
        let trouble = try #require(StorageTrouble(SQLError(kind, "commits wait for a standby")))
        #expect(trouble.isTemporary == isTemporary)
        #expect(trouble.description == "commits wait for a standby")
    }

    @Test func `a change that may have taken effect differs from one that was given up`() throws {
        let reason = StandbyWait(names: "b", connected: 0, waiting: 1).description
        let unknown = try #require(StorageTrouble(SQLError(.unknown, reason, waitsForStandby: true)))
        #expect(unknown.isUnknown && !unknown.isGivenUp)
        let givenUp = try #require(StorageTrouble(SQLError(.unavailable, reason, waitsForStandby: true)))
        #expect(givenUp.isGivenUp && !givenUp.isUnknown)
        let lost = try #require(StorageTrouble(SQLError(.unavailable, "the connection to the database has ended")))
        #expect(!lost.isGivenUp && !lost.isUnknown)
        let quoted = try #require(StorageTrouble(SQLError(.unavailable, reason)))
        #expect(!quoted.isGivenUp, "the text alone is no cause")
    }
}
