import ArgumentParser
import Channels
import ConversationRuntime
import Expressions
import FlowModel
import FlowPublishing
import Forecasts
import Foundation
import JSON
import Server
import Simulation
import Synchronization

/// Performs a dry run and shows the result.
struct DryRunPrinter {
    let copies: any CopyingStore
    let publisher: Publisher
    let candidate: Candidate
    let format: OutputFormat

    func run(all: Bool) async throws {
        let version = try await publisher.today()
        let today: Bot? = if let version { try await publisher.bot(of: version) } else { nil }
        if let today, format == .text { showChanges(since: today) }
        begin(inPlaceOf: today, all: all)
        let start = ContinuousClock.now
        let run = DryRun(
            of: candidate.bot, inPlaceOf: today, store: copies, width: ProcessInfo.processInfo.activeProcessorCount)
        let bar = ProgressLine()
        var count = 0
        let each = { (customer: DryRunReport.Customer, forecast: Forecast) in
            show(forecast, customer, isFirst: count == 0)
            count += 1
        }
        let report = try await run.run(each: all ? each : nil) { bar.show($0) }
        bar.clear()
        end(report, start.duration(to: .now), all: all)
        let stuck = report.count(of: .stuck)
        guard stuck == 0 else {
            Console.note("usher: \(stuck) would be stuck; correct the flows before publishing")
            throw ExitCode(1)
        }
    }

    /// Reports what the flows mean for customers, as far as it is found in a few seconds.
    private func showChanges(since today: Bot) {
        guard today.version != candidate.bot.version else { return }
        let bar = ProgressLine()
        let comparison = Comparison(
            from: PlayBot(today), to: PlayBot(candidate.bot), within: .seconds(3), showing: 0, bar.say)
        bar.clear()
        for line in comparison.lines(most: 10) { print(line) }
        print("")
    }

    private func begin(inPlaceOf today: Bot?, all: Bool) {
        let next = candidate.bot.version
        guard format == .text else {
            let before = today.map { JSONValue.string($0.version) } ?? .null
            return print(
                #"{"version": "\#(next)", "in_place_of": \#(before.text)"# + (all ? #", "customers": ["# : ""),
                terminator: "")
        }
        let before = today.map { $0.version == next ? ", which is already active" : " in place of \($0.version)" }
        print("Dry run of \(next)\(before ?? "; the active version is not known, so nothing is compared")")
        print("")
    }

    private func show(_ forecast: Forecast, _ customer: DryRunReport.Customer, isFirst: Bool) {
        switch format {
        case .json: print((isFirst ? "\n" : ",\n") + forecast.json(of: customer).text, terminator: "")
        case .text: print(forecast.text(of: customer) + "\n")
        }
    }

    private func end(_ report: DryRunReport, _ time: Duration, all: Bool) {
        guard format == .text else {
            return print((all ? "\n]" : "") + #", "dry_run": "# + report.json.prettyText + "}")
        }
        show(report)
        if report.customers > 0 {
            let seconds = (Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18)
            let length = seconds.formatted(.number.precision(.fractionLength(1)))
            print(
                "\n\(report.moves.grouped) moves of \(report.customers.grouped) \(report.customers == 1 ? "customer" : "customers") were played in \(length) s."
            )
        }
    }
}

extension DryRunPrinter {
    /// Colours are added to a line after everything else that could control the terminal has been escaped.
    private func show(_ report: DryRunReport) {
        var fates: [String: Forecast.Outcome] = [:]
        let text = report.text { line, outcome in
            fates[line] = outcome
            return line
        }
        guard Console.hasColors(.standardOutput) else { return print(text) }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            printStyled(fates[line]?.painted(line.withoutControls) ?? line.withoutControls)
        }
    }
}

extension Forecast.Outcome {
    /// The text in ANSI colours: red for an outcome that must not happen, yellow for one to review, green for one that
    /// is fine.
    fileprivate func painted(_ text: String) -> String {
        let color =
            switch self {
            case .stuck: "31;1"
            case .forgotten, .askedAgain, .changed: "33"
            case .moved, .keeps: "32"
            }
        return "\u{1B}[\(color)m\(text)\u{1B}[0m"
    }
}

/// A progress line that is overwritten in place; shown only on a terminal.
final class ProgressLine: Sendable {
    private let shown = Mutex("")
    private let isTerminal = WritableStream.standardError.isTerminal

    func show(_ progress: DryRun.Progress) {
        switch progress {
        case .copying(let part): show("copying the database: \(Int(part * 100)) %")
        case .playing(let count, let all): show("played \(count.grouped) of \(all.grouped)")
        }
    }

    /// Shows the progress as a text.
    func say(_ words: String) { show(words) }

    func clear() { show("") }

    private func show(_ line: String) {
        guard isTerminal else { return }
        shown.withLock { shown in
            guard line != shown else { return }
            shown = line
            Console.show(onErrorStream: "\r\u{1B}[K\(line)")
        }
    }
}
