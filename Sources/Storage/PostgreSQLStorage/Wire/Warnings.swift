import CPostgreSQL

/// The warnings that a server sends while a transaction runs.
final class Warnings {
    /// Whether a commit was reported although no standby has confirmed it.
    private(set) var concernStandby = false

    func clear() { concernStandby = false }

    static let receive: PQnoticeReceiver = { context, result in
        guard let context, let result else { return }
        let warnings = Unmanaged<Warnings>.fromOpaque(context).takeUnretainedValue()
        // Messages are in the language of the server; the function that waits for standbys has one name.
        let function = PQresultErrorField(result, Int32(UInt8(ascii: "R"))).map { String(cString: $0) }
        if function == "SyncRepWaitForLSN" { warnings.concernStandby = true }
    }
}
