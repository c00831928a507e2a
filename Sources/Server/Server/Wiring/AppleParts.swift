import AppleMessages
import ConversationRuntime
import ServerMetrics

/// What a server has that is connected to Apple.
struct AppleParts: Sendable {
    let settings: AppleSettings
    /// The files that Apple keeps for customers and businesses.
    let store: AppleStore
    /// Files and large replies that were taken although their checksum differs.
    let mismatches: Counter

    init(settings: AppleSettings, content: ContentSettings, stores: Stores, in context: ServerContext) {
        self.settings = settings
        store = AppleStore(
            settings: settings, client: context.client, clock: context.clock, folder: stores.content.workFolder,
            largestFromWeb: content.largestOfApple)
        mismatches = context.registry.counter(
            "usher_checksum_mismatches_total",
            "Files and large replies accepted although their checksum differs.")
    }
}
