import AppleSimulator
import ArgumentParser
import ConversationRuntime
import Diagnostics
import Expressions
import Foundation
import NIOCore
import Server

/// What commands have to do with the terminal they run in.
enum Console {
    /// The time on the machine's clock.
    static var now: Moment { Moment(milliseconds: Int(Date().timeIntervalSince1970 * 1000)) }

    /// Whether to write colours to a stream: only to a terminal, and not when `NO_COLOR` is set (no-color.org).
    static func hasColors(_ stream: FileHandle) -> Bool {
        isatty(stream.fileDescriptor) == 1 && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
    }

    /// How this program was called, so that a command can be shown that works.
    static var program: String { CommandLine.arguments.first ?? "usher" }

    /// Writes a line for people beside the result, without anything in it that would steer the terminal.
    static func note(_ line: String) { write(line.withoutControls) }

    /// Shows what there is to mend in flows, in colours where a terminal has them.
    static func show(_ report: DiagnosticReport) { write(report.text(colors: hasColors(.standardError))) }

    private static func write(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

    /// Runs `work`; an error is told in a sentence and ends the command with exit code 2.
    static func orWrongUse<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws -> Result {
        do {
            return try work()
        } catch {
            note("usher: \(error)")
            throw ExitCode(2)
        }
    }

    /// Runs a server; a port that is taken is told with what to do about it.
    static func serving(host: String, port: Int, key: String, _ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            note("usher: port \(port) is taken; stop the program that listens there, or set `\(key)` to another port")
            throw ExitCode(2)
        } catch StoreTrouble.gone(let reason) {
            note("usher: \(reason)")
            throw ExitCode(75)
        } catch let failure as SimulatorStartFailure {
            if case .portTaken(_, let port) = failure {
                note(
                    "usher: port \(port) is taken; stop the program that listens there, or set `simulator.port` to another "
                        + "port")
            } else {
                note("usher: \(failure)")
            }
            throw ExitCode(2)
        } catch let error as IOError where error.errnoCode == EADDRNOTAVAIL {
            note("usher: \(host) is not an address of this machine; set `server.host`")
            throw ExitCode(2)
        }
    }
}
