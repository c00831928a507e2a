/// What a run did with its event.
enum Handling: Equatable {
    case handled
    /// The event changes nothing, and the run is discarded; the reason is for logs.
    case ignored(String)

    static let notOpen = ignored("an answer to something that is not open")
    static let neverSent = ignored("a reply to a question that was never sent")
}
