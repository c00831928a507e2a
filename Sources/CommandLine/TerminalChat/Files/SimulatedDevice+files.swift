import CurlClient
import Foundation
import JSON

/// Files of a device.
extension SimulatedDevice {
    /// Sends files in one message.
    func send(files paths: [String]) async throws(ChatFailure) {
        for path in paths { try path.checkIsFile() }
        for (index, path) in paths.enumerated() {
            let name = URL(filePath: path).lastPathComponent
            let line = TransferLine(name, on: simulator.terminal)
            defer { line.finish() }
            var query = URLComponents()
            query.queryItems = [URLQueryItem(name: "name", value: name)]
            if index < paths.count - 1 { query.queryItems?.append(URLQueryItem(name: "hold", value: "true")) }
            var request = HTTPRequest(
                "POST", "\(simulator.base)/simulator/devices/\(id)/files?\(query.percentEncodedQuery ?? "")")
            request.body = .file(path: path)
            request.headers = [HTTPHeader(name: "Content-Type", value: "")]
            request.timeout = .seconds(600)
            request.onProgress = line.move
            let answer = try await simulator.ask(request)
            if index == paths.count - 1 { try simulator.deliver(answer) }
        }
    }

    /// Saves a file of a message to a path.
    func save(file: Int, of message: Int, to path: String) async throws(ChatFailure) {
        let line = TransferLine(URL(filePath: path).lastPathComponent, on: simulator.terminal)
        defer { line.finish() }
        var request = HTTPRequest("GET", "\(simulator.base)/simulator/devices/\(id)/messages/\(message)/files/\(file)")
        request.saveTo = path
        request.timeout = .seconds(600)
        request.responseLimit = .max
        request.onProgress = line.move
        let response: HTTPResponse
        do throws(HTTPFailure) {
            response = try await simulator.client.send(request)
        } catch {
            throw ChatFailure("\(error)")
        }
        guard response.status == 200 else { throw simulator.refusal(response) }
    }
}

extension String {
    /// Throws when no file exists at the path.
    func checkIsFile() throws(ChatFailure) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: self, isDirectory: &isFolder), !isFolder.boolValue else {
            throw ChatFailure("there is no file \(self)")
        }
    }
}
