import Channels
import Foundation
import Logging
import Testing

@testable import Server

@Suite struct MemoryTests {
    private static let service = MemoryService(
        clock: SystemClock(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })

    // Each in a separate process, because the memory that other tests allocate and free would count, too.

    @Test func `what a rush has taken of memory and freed is given back`() async {
        await #expect(processExitsWith: .success) { try Self.rushAndRest() }
    }

    @Test func `what a rush had in use when it was looked at is given back after it`() async {
        await #expect(processExitsWith: .success) { try Self.rushAndLateRest() }
    }

    @Test func `a little is not worth the trouble`() throws {
        let now = try #require(ProcessUsage.residentMemory)
        #expect(Self.service.look(above: now * 2) == now * 2)
    }

    private static func rushAndRest() throws {
        let before = try #require(ProcessUsage.residentMemory)
        // Between freed blocks some always stay in use, as among the blocks of many connections.
        let pieces = rush()
        rest(pieces)
        let full = try #require(ProcessUsage.residentMemory)
        try #require(full > before + 200_000_000)
        try #require(service.look(above: before) < full - 150_000_000)
    }

    private static func rushAndLateRest() throws {
        let before = try #require(ProcessUsage.residentMemory)
        let pieces = rush()
        let floor = service.look(above: before)
        rest(pieces)
        let full = try #require(ProcessUsage.residentMemory)
        try #require(full > before + 200_000_000)
        _ = service.look(above: floor)
        try #require(try #require(ProcessUsage.residentMemory) < full - 150_000_000)
    }

    private static func rush() -> [UnsafeMutableRawPointer?] {
        let pieces = (0..<2_000_000).map { _ in malloc(120) }
        for piece in pieces { piece?.storeBytes(of: 1, as: UInt8.self) }
        return pieces
    }

    private static func rest(_ pieces: [UnsafeMutableRawPointer?]) {
        for (index, piece) in pieces.enumerated() where !index.isMultiple(of: 1_000) { free(piece) }
    }
}
