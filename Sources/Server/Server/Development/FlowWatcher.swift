public import Channels
public import Diagnostics
public import Expressions
import Files
import FlowCompiler
public import FlowModel
import Foundation
import ServiceLifecycle

/// Looks whether the files of a project have been saved, and hands a sound new bot to the running server.
///
/// It asks for the times, sizes and numbers of the files a few times a second, which costs next to nothing for some dozens of
/// files and notices every way in which editors save, also by renaming.
public struct FlowWatcher: Sendable {
    /// What came of a change.
    public enum News: Sendable {
        /// The new flows answer from now on; of the report only warnings are left.
        case live(Bot, DiagnosticReport)
        /// The files are again what runs already, after they were broken.
        case restored
        /// The flows before go on.
        case broken(DiagnosticReport)
        case unreadable(String)
    }

    /// How often it looks. A change is live when nothing has changed for as long, so after twice this time.
    public static let interval = TimeLength(milliseconds: 150)

    private let folder: ProjectFolder
    private let actions: String
    private let services: String
    private let isStrict: Bool
    private let clock: any WallClock
    private let onNews: @Sendable (News) async -> Void

    /// - Parameters:
    ///   - actions: where the actions are declared, relative to the folder or from the root; so with `services`.
    ///   - isStrict: whether the limits of newer devices count.
    ///   - clock: what time between two looks is measured with.
    ///   - onNews: told of everything that came of a change, in order.
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
    ///   - version: the version of the bot that runs.
    ///   - use: takes a new bot and its pictures.
    func run(from version: String, use: @Sendable (Bot, [String: String]) async -> Void) async {
        var state = State(running: version, seen: version)
        // At the first look the files are read, so that nothing is missed that was saved since the start.
        var known: [String: FileStamp] = [:]
        while await pause() {
            var found = folder.stamps(actions: actions, services: services)
            if found == known { continue }
            // Some editors save in several steps: wait until nothing changes any more.
            repeat {
                known = found
                guard await pause() else { return }
                found = folder.stamps(actions: actions, services: services)
            } while found != known
            if let news = await look(&state, use) { await onNews(news) }
        }
    }

    /// Waits until the next look. Returns `false` when it is time to end.
    private func pause() async -> Bool {
        await cancelWhenGracefulShutdown { try? await clock.sleep(until: clock.now + Self.interval) }
        return !Task.isCancelled && !Task.isShuttingDownGracefully
    }

    private struct State {
        /// The version that runs, and the one that was read last.
        var running: String
        var seen: String
    }

    /// Reads the files; a sound bot is put to use.
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
