public import Channels
public import Diagnostics
public import Expressions
import Files
import FlowCompiler
public import FlowModel
import Foundation
public import Projects
import ServiceLifecycle

/// Watches the files of a project and applies each valid change to the running server.
///
/// It polls the modification times, sizes and inode numbers of the files a few times a second, which costs next to
/// nothing for some dozens of files and detects every way in which editors save, also by renaming.
public struct FlowWatcher: Sendable {
    /// The outcome of a change.
    public enum News: Sendable {
        /// The new flows are live; the report contains only warnings.
        case live(Bot, DiagnosticReport)
        /// After an error, the files are again those of the running version.
        case restored
        /// The files have errors; the previous flows stay live.
        case broken(DiagnosticReport)
        case unreadable(String)
    }

    /// The polling interval. A change is live when the files have not changed again for one interval, so after twice
    /// this time.
    public static let interval = TimeLength(milliseconds: 150)

    private let folder: ProjectFolder
    private let actions: String
    private let services: String
    private let isStrict: Bool
    private let clock: any WallClock
    private let onNews: @Sendable (News) async -> Void

    /// - Parameters:
    ///   - actions: the path of the actions file, relative to the folder or absolute; the same for `services`.
    ///   - isStrict: whether the limits of newer devices apply.
    ///   - clock: measures the polling interval.
    ///   - onNews: called with the outcome of each change, in order.
    public init(
        folder: ProjectFolder, actions: String, services: String, isStrict: Bool, clock: any WallClock = SystemClock(),
        onNews: @escaping @Sendable (News) async -> Void
    ) {
        self.folder = folder
        self.actions = actions
        self.services = services
        self.isStrict = isStrict
        self.clock = clock
        self.onNews = onNews
    }

    /// Runs until the task is cancelled or the server shuts down gracefully.
    ///
    /// - Parameters:
    ///   - version: the version of the running bot.
    ///   - use: applies a new bot and its pictures.
    func run(from version: String, use: @Sendable (Bot, [String: String]) async -> Void) async {
        var state = State(running: version, seen: version)
        // The first poll reads the files, so that a change saved since the start is not missed.
        var known: [String: FileStamp] = [:]
        while await pause() {
            var found = folder.stamps(actions: actions, services: services)
            if found == known { continue }
            // Some editors save in several steps, so wait until the files stop changing.
            repeat {
                known = found
                guard await pause() else { return }
                found = folder.stamps(actions: actions, services: services)
            } while found != known
            if let news = await look(&state, use) { await onNews(news) }
        }
    }

    /// Waits until the next poll. Returns `false` when the watcher should end.
    private func pause() async -> Bool {
        await cancelWhenGracefulShutdown { try? await clock.sleep(until: clock.now + Self.interval) }
        return !Task.isCancelled && !Task.isShuttingDownGracefully
    }

    private struct State {
        /// The version that runs, and the one read last.
        var running: String
        var seen: String
    }

    /// Reads the files and applies the bot if they have no errors.
    private func look(_ state: inout State, _ use: @Sendable (Bot, [String: String]) async -> Void) async -> News? {
        do throws(ProjectError) {
            let files = try folder.files(actions: actions, services: services)
            guard files.version != state.seen else { return nil }
            state.seen = files.version
            guard files.version != state.running else { return .restored }
            let compilation = Compiler.compile(
                files, options: CompilerOptions(now: SystemClock().now, isStrict: isStrict))
            guard let bot = compilation.bot else { return .broken(compilation.report) }
            await use(bot, folder.pictures())
            state.running = files.version
            return .live(bot, compilation.report)
        } catch {
            state.seen = ""
            return .unreadable("\(error)")
        }
    }
}
