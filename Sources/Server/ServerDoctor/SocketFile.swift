/// The systemd socket that passes the server its port, as far as the addresses at which it listens are in it.
package struct SocketFile: Sendable, Equatable {
    let path: String
    var addresses: [ListeningAddress] = []
    /// The other places at which it listens, such as `/run/usher.sock`.
    private var others: [String] = []

    init(path: String) { self.path = path }

    private static let name = "usher.socket"

    /// The places at which an installed socket listens, for an operator who has asked in vain at `address`; `nil` when there
    /// is none, or it listens only there.
    package static func hint(
        besides address: ListeningAddress, in folders: [String] = UnitFile.folders
    ) -> String? {
        guard let socket = find(in: folders) else { return nil }
        let places = socket.addresses.filter { $0 != address }.map(\.description) + socket.others
        return places.isEmpty ? nil : "\(socket.path) listens at \(places.joined(separator: ", "))"
    }

    /// The socket of these folders, with what the administrator has added to it; `nil` when there is none.
    static func find(in folders: [String]) -> SocketFile? {
        guard let (path, texts) = UnitFile.texts(of: name, in: folders) else { return nil }
        var socket = SocketFile(path: path)
        for text in texts { socket.read(text) }
        return socket
    }

    /// Reads the lines of a socket; an empty value takes back what came before.
    mutating func read(_ text: String) {
        for (key, value) in UnitFile.assignments(in: text) where key == "ListenStream" {
            if value.isEmpty {
                addresses.removeAll()
                others.removeAll()
            } else if let address = ListeningAddress(listenStream: value) {
                addresses.append(address)
            } else {
                others.append(value)
            }
        }
    }

    /// The places at which a server cannot be asked; `nil` when there are none.
    var leftOut: String? { others.isEmpty ? nil : others.map { "`\($0)`" }.joined(separator: " and ") }
}
