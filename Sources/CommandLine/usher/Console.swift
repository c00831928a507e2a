import AppleSimulator
import ArgumentParser
import ConversationRuntime
import Diagnostics
import Expressions
import Foundation
import NIOCore
import Projects
import SQLStorage
import SQLiteStorage
import Server

/// The terminal and the exit codes of commands.
enum Console {
    /// The time on the machine's clock.
    static var now: Moment { Moment(milliseconds: Int(Date().timeIntervalSince1970 * 1000)) }

    /// Whether to write colours to a stream: only to a terminal, and not when `NO_COLOR` is set (no-color.org).
    static func hasColors(_ stream: WritableStream) -> Bool {
        stream.isTerminal && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
    }

    /// How this program was called, so that messages can show commands that work.
    static var program: String { CommandLine.arguments.first ?? "usher" }

    /// Warns about files of `Flows/` that look like flows but are not read.
    static func noteMisnamedFlows(in folder: ProjectFolder) {
        for file in folder.ignoredFiles { note("usher: \(file.path) is ignored; \(file.help)") }
    }

    /// Writes a line for people to standard error, without characters that control the terminal.
    static func note(_ line: String) { write(line.withoutControls) }

    /// Shows the diagnostics of flows, in colours if the terminal supports them.
    static func show(_ report: DiagnosticReport) { write(report.text(colors: hasColors(.standardError))) }

    private static func write(_ line: String) { show(onErrorStream: line + "\n") }

    /// Writes to standard error; text that cannot be written is dropped. If the log goes there too, it never waits for
    /// the reader.
    static func show(onErrorStream text: String) {
        StandardOutput.flush()
        if LogWriter.standardError.isStarted {
            LogWriter.standardError.write(text, as: .text)
        } else {
            try? WritableStream.standardError.write(Array(text.utf8))
        }
    }

    /// The exit code when something does not exist.
    static let notFound = ExitCode(3)
    /// The exit code when the same command may succeed later: the disk is full, a port is taken, a database is locked
    /// or belongs to another server (`EX_TEMPFAIL` of sysexits.h).
    static let tryLater = ExitCode(75)

    /// Opens a database; reports an error and ends the command.
    static func opening<Result>(_ open: () throws(StorageError) -> Result) throws -> Result {
        do throws(StorageError) {
            return try open()
        } catch {
            note("usher: \(error)")
            throw error.isTemporary ? tryLater : ExitCode(2)
        }
    }

    /// Makes a change whose result is not available later, such as a secret.
    ///
    /// - Parameter advice: what to do if it is not known whether the change took effect; reported with that error, which ends
    ///   the command. `nil` when nothing is lost.
    static func changing<Result>(advice: String?, _ change: () async throws -> Result) async throws -> Result {
        do {
            return try await change()
        } catch {
            guard let advice, let trouble = StorageTrouble(error), trouble.isUnknown else { throw error }
            note("usher: \(trouble)")
            note("usher: \(advice)")
            throw trouble.isTemporary ? tryLater : ExitCode(2)
        }
    }

    /// Reads all bytes of standard input.
    static func standardInput() throws -> [UInt8] {
        do {
            return try [UInt8](FileHandle.standardInput.readToEnd() ?? Data())
        } catch {
            note("usher: cannot read standard input")
            throw ExitCode(2)
        }
    }

    /// Runs `work`; reports an error and ends the command with exit code 2.
    static func orWrongUse<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws -> Result {
        do {
            return try work()
        } catch {
            note("usher: \(error)")
            throw ExitCode(2)
        }
    }

    /// Runs a server; for a port that is taken, reports what to do about it.
    static func serving(host: String, port: Int, key: String, _ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            note("usher: port \(port) is in use; stop the program that listens on it, or set `\(key)` to another port")
            throw tryLater
        } catch StoreTrouble.gone(let reason) {
            note("usher: \(reason)")
            throw tryLater
        } catch let failure as SimulatorStartFailure {
            guard case .portTaken(_, let port) = failure else {
                note("usher: \(failure)")
                throw ExitCode(2)
            }
            note(
                "usher: port \(port) is in use; stop the program that listens on it, or set `simulator.port` to another port"
            )
            throw tryLater
        } catch let error as IOError where error.errnoCode == EADDRNOTAVAIL {
            note("usher: \(host) is not an address of this machine; set `server.host`")
            throw ExitCode(2)
        } catch let error as SocketAddressError.UnknownHost {
            // If the name server does not respond yet, a retry may succeed; if the name does not exist, it cannot.
            note("usher: the name \(error.host) cannot be resolved; set `server.host` to an address of this machine")
            throw error.errorCode == Int(EAI_AGAIN) ? tryLater : ExitCode(2)
        } catch let error as IOError where error.errnoCode == EACCES {
            note("usher: this user has no permission to listen on port \(port); set `\(key)` to 1024 or more")
            throw ExitCode(2)
        } catch {
            // The server has run, so another start may succeed.
            note("usher: the server has stopped: \(StorageTrouble(error)?.description ?? "\(error)")")
            throw tryLater
        }
    }
}
