/// The systemd socket that passes the server its port, as far as the addresses at which it listens are in it.
package struct SocketFile: Sendable, Equatable {
    let path: String
    var addresses: [ListeningAddress] = []

    private static let name = "usher.socket"

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
            } else if let address = ListeningAddress(listenStream: value) {
                addresses.append(address)
            }
        }
    }
}
