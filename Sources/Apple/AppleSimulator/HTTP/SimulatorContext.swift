import Hummingbird
import NIOCore

/// The context of a request: the data that Hummingbird needs, and the connection, so that a fault can close it.
struct SimulatorContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
