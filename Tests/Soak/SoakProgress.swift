import Foundation

/// Shows the progress on one line of standard error; nothing without a terminal.
struct SoakProgress: Sendable {
    let plan: SoakPlan
    private let isShown = isatty(FileHandle.standardError.fileDescriptor) == 1

    init(plan: SoakPlan) { self.plan = plan }

    func show(_ gauge: Gauge, _ tally: Tally, _ past: Duration) {
        guard isShown, let reading = gauge.readings.last else { return }
        let figures = [
            "\(Self.clock(past)) of \(Self.clock(plan.length))", "\(tally.phones + tally.browsers) conversations",
            "\(tally.kills) kills", "\(reading.memory / 1_000_000) MB", "\(reading.files) files",
            "log \(reading.log / 1_000_000) MB",
        ]
        write("\r\u{1B}[K  \(figures.joined(separator: ", "))")
    }

    /// Clears the line.
    func end() { if isShown { write("\r\u{1B}[K") } }

    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }

    private static func clock(_ length: Duration) -> String {
        let seconds = Int(length.inSeconds)
        return "\(seconds / 60):\(String(format: "%02d", seconds % 60))"
    }
}
