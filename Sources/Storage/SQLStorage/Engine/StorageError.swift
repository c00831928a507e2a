import Expressions

/// Why a database cannot be used.
public enum StorageError: Error, Equatable, CustomStringConvertible {
    case inUse(String)
    case unusable(String, String)
    /// For now: the disk is full, or another program has locked it.
    case unavailable(String, String)
    /// A database server cannot be used.
    case server(String, isTemporary: Bool)
    /// A database existed, but is missing.
    case missing(String, marker: String)
    /// It was written by a newer version of Usher.
    case tooNew(String, layout: String, known: String)
    /// It was written by an older version of Usher, which may be running.
    case tooOld(String, layout: String, wanted: String)
    /// Its private answers were sealed with another key.
    case wrongKey(String)
    /// Some of its private answers are still sealed with a former key.
    case formerKeyMissing(String)
    /// What it holds was moved to another database.
    case moved(String, MovedMark)

    /// Whether a later attempt may succeed.
    public var isTemporary: Bool {
        switch self {
        // A missing database may be put back, or its disk mounted.
        case .inUse, .unavailable, .missing: true
        case .server(_, let isTemporary): isTemporary
        case .unusable, .tooNew, .tooOld, .wrongKey, .formerKeyMissing, .moved: false
        }
    }

    public var description: String {
        switch self {
        case .inUse(let path):
            "\(path) is in use by another server; stop that server, or set another `storage.path`"
        case .server(let reason, _): reason
        case .unusable(let path, let reason): "\(path) cannot be used as a database: \(reason)"
        case .unavailable(let path, let reason): "\(path) cannot be used now: \(reason)"
        case .missing(let path, let marker):
            "the database \(path) is missing or empty, though one was created there; restore it from a backup. To "
                + "create an empty one, start `usher serve` with --new-database, or delete \(marker)"
        case .wrongKey(let path):
            "the private answers in \(path) were sealed with another `storage.key`; set that key, or add it to "
                + "`storage.former_keys` if `storage.key` replaces it"
        case .formerKeyMissing(let path):
            "not all private values in \(path) are sealed with the new `storage.key` yet; keep the previous key in "
                + "`storage.former_keys` until the log reports that it can be removed"
        case .moved(let place, let mark):
            "\(place) was moved to \(mark.place) at \(mark.at.iso), and customers are served from there: \(mark.wayThere). To come back, "
                + "stop the servers and run `usher move \(mark.wayBack)`"
        case .tooNew(let path, let layout, let known):
            "\(path) was written by a newer version of Usher: its layout is \(layout), and this version supports layouts up to "
                + "\(known); run that version, or restore a backup from before the upgrade"
        case .tooOld(let path, let layout, let wanted):
            "\(path) has the layout \(layout) of an older version of Usher, and this version requires \(wanted): start the server of this "
                + "version, which migrates it, or use the commands of the running version"
        }
    }
}
