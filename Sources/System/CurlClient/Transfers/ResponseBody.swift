import Files

/// The body of an answer as it comes: into memory or, when the answer is a good one, into a file or to whoever takes it.
struct ResponseBody: ~Copyable {
    private(set) var bytes: [UInt8] = []
    private var file: NewFile?
    private var size = 0
    private let limit: Int
    private let take: (@Sendable ([UInt8]) -> Bool)?

    /// The most bytes kept in memory of an answer that was to be saved and is not a good one.
    private static let limitBesideFile = 1 << 20

    /// Throws `badRequest` when there is to be a file and it cannot be made.
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

    /// Forgets what came with a redirect.
    mutating func startAgain() {
        bytes = []
        size = 0
    }

    /// Puts the file in its place if the answer is a good one.
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
            throw .badRequest("a file cannot be written: \(error)")
        }
    }

    private func isGood(_ status: Int) -> Bool {
        (200..<300).contains(status)
    }
}
