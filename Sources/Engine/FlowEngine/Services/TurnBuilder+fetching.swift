import Expressions
import FlowModel
import MessageModel

/// Files become an answer only after they have been downloaded: until then their question waits for a call.
extension TurnBuilder {
    /// Accepts files as the answer, after fetching those that the channel must download.
    mutating func accept(_ files: [HeardFile], _ open: OpenQuestion) throws(EngineError) {
        guard files.contains(where: { $0.source != nil }) else {
            return try accept(answer(of: files.map { .file($0.file) }, to: open), open)
        }
        notePrivacy(of: open)
        let id = fetch(files, isPrivate: session.isPrivate(Name([open.name])))
        session.status = .calling
        session.open?.gathered = nil
        session.call = OpenCall(id: id, meanwhileAt: nil)
    }

    /// Fetches files for an agent; no step waits for this.
    mutating func fetchForPeople(_ heard: Heard) {
        guard case .files(let files, _) = heard else { return }
        let wanted = files.filter { $0.source != nil && isSmall($0) }
        if !wanted.isEmpty { _ = fetch(wanted, isPrivate: false) }
    }

    /// Whether a file is within the size limit, according to the device.
    func isSmall(_ file: HeardFile) -> Bool { (0...engine.limits.fileSize).contains(file.file.size) }

    /// Whether the current call fetches the answer to the open question.
    func fetchesAnswer(_ call: String) -> Bool {
        session.status == .calling && session.call?.id == call && session.open != nil
    }

    /// Handles the end of a download, successful or not.
    mutating func takeFetched(_ outcome: ActionOutcome) throws(EngineError) {
        guard let open = session.open else { return }
        session.call = nil
        session.status = .waiting
        if let files = outcome.fetchedFiles {
            return try accept(answer(of: files, to: open), open)
        }
        followEdits()
        guard let step = openStep.map(bot.step) else { return try startOver() }
        // Without an exit for failures, it is treated as a reply that does not match.
        guard step.failed != nil else { return try misfit(open) }
        try leaveQuestion(for: fail(step))
    }

    /// Requests files. Returns the id of the fetch, which its session waits for as for a call.
    private mutating func fetch(_ files: [HeardFile], isPrivate: Bool) -> String {
        let id = newID()
        effects.fetch(files, id: id, isPrivate: isPrivate)
        return id
    }

    private func answer(of files: [Value], to open: OpenQuestion) -> Value {
        if case .photo(let photo) = open.asked.kind, photo.isList { .list(files) } else { files[0] }
    }
}
