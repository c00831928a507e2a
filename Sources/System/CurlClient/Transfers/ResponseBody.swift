import Files

/// The body of a response as it arrives: stored in memory or, if the response is successful, written to a file or
/// passed to `onBody`.
struct ResponseBody: ~Copyable {
    private(set) var bytes: [UInt8] = []
    private var file: NewFile?
    private var size = 0
    private let limit: Int
    private let take: (@Sendable ([UInt8]) -> Bool)?

    /// The maximum size kept in memory of an unsuccessful response to a request with `saveTo`.
    private static let limitBesideFile = 1 << 20

    /// Throws `badRequest` when a file is requested and cannot be created.
    init(of request: HTTPRequest) throws(HTTPFailure) {
        limit = request.responseLimit
        take = request.onBody
        let path = request.saveTo
        file = if let path { try Self.newFile(path) } else { nil }
    }

    mutating func append(_ chunk: UnsafeRawBufferPointer, status: Int) throws(HTTPFailure) {
        let goesIntoFile = file != nil && isGood(status)
        let limit = file == nil || goesIntoFile ? limit : min(limit, Self.limitBesideFile)
        if let take, isGood(status) {
            guard take([UInt8](chunk)) else { throw .cancelled }
            return
        }
        size += chunk.count
        guard size <= limit else { throw .tooLarge(limit: limit) }
        if goesIntoFile {
            do throws(FileError) { try file?.write(chunk) } catch { throw .notSaved("\(error)") }
        } else {
            bytes.append(contentsOf: chunk)
        }
    }

    /// Discards the body of a redirect.
    mutating func startAgain() {
        bytes = []
        size = 0
    }

    /// Moves the file to its final path if the response is successful.
    mutating func finish(status: Int) throws(HTTPFailure) {
        guard let file = file.take(), isGood(status) else { return }
        do throws(FileError) { try file.keep() } catch { throw .notSaved("\(error)") }
    }

    mutating func discardFile() {
        file = nil
    }

    private static func newFile(_ path: String) throws(HTTPFailure) -> NewFile {
        do throws(FileError) {
            return try NewFile(path)
        } catch {
            throw .badRequest("cannot write a file: \(error)")
        }
    }

    private func isGood(_ status: Int) -> Bool {
        (200..<300).contains(status)
    }
}
