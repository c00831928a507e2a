import Foundation

/// A copy of the sample bot's project, whose calls go to a service on this machine.
enum BookingProject {
    /// Copies it to a folder. Returns the folder of its flows.
    ///
    /// - Parameter port: the port of the booking service.
    static func make(in folder: URL, service port: Int) throws -> URL {
        let flows = folder.appending(path: "Flows")
        let config = folder.appending(path: "Config")
        try FileManager.default.createDirectory(at: config, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: Program.root.appending(path: "Flows"), to: flows)
        // The messages during a slow call depend on how fast this machine is.
        try edit("Flows/barber.yaml", to: flows.appending(path: "barber.yaml")) { text in
            text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.contains("meanwhile:") }
                .joined(separator: "\n")
        }
        try edit("Config/actions.yaml", to: config.appending(path: "actions.yaml")) { text in
            text.replacing("https://api.harbour-barbers.example", with: "http://127.0.0.1:\(port)")
                .replacing("api.harbour-barbers.example", with: "127.0.0.1:\(port)")
                .replacing("    problems:", with: "    retries: 8\n    problems:")
        }
        try edit("Config/services.yaml", to: config.appending(path: "services.yaml")) { $0 }
        return flows
    }

    private static func edit(_ file: String, to place: URL, _ change: (String) -> String) throws {
        let text = try String(contentsOf: Program.root.appending(path: file), encoding: .utf8)
        try Data(change(text).utf8).write(to: place)
    }
}
