import Hummingbird
import NIOCore

/// What a request brings along: beside what Hummingbird needs, the connection, so that a fault can close it.
struct SimulatorContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
