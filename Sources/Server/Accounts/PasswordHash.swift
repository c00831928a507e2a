import Crypto
import CryptoExtras
import Foundation

/// The hash of a password by scrypt, with the parameters and the salt with which it was computed:
/// `scrypt$15$8$3$salt$hash`, both in base64.
public struct PasswordHash: Sendable, Hashable, LosslessStringConvertible {
    /// How much work a hash is.
    public struct Cost: Sendable, Hashable {
        /// The binary logarithm of the number of rounds.
        public var rounds: Int
        public var blockSize: Int
        public var parallelism: Int

        /// 32 MB of memory, and some tenths of a second.
        public static let standard = Cost(rounds: 15, blockSize: 8, parallelism: 3)

        public init(rounds: Int, blockSize: Int, parallelism: Int) {
            self.rounds = rounds
            self.blockSize = blockSize
            self.parallelism = parallelism
        }

        /// The limits of what is computed, whatever the database says.
        fileprivate var isBounded: Bool {
            (1...20).contains(rounds) && (1...32).contains(blockSize) && (1...16).contains(parallelism)
        }

        /// The number of operations, for comparisons.
        private var work: Int { (1 << rounds) * blockSize * parallelism }

        func isLess(than other: Cost) -> Bool { work < other.work }
    }

    public let cost: Cost
    private let salt: Data
    private let hash: Data

    private static let saltSize = 16
    private static let hashSize = 32

    /// Computes the hash of a password with a new salt.
    ///
    /// It takes long and blocks its thread; `PasswordHasher` does it elsewhere.
    init(of password: String, cost: Cost) throws {
        var generator = SystemRandomNumberGenerator()
        salt = Data((0..<Self.saltSize).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
        self.cost = cost
        hash = try Self.derive(password, salt, cost)
    }

    /// - Returns: `nil` for a text that is no hash, or one of unreasonable cost.
    public init?(_ description: String) {
        let parts = description.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 6, parts[0] == "scrypt", let rounds = Int(parts[1]), let size = Int(parts[2]),
            let parallelism = Int(parts[3]), let salt = Data(base64Encoded: parts[4]),
            let hash = Data(base64Encoded: parts[5]), hash.count == Self.hashSize
        else { return nil }
        cost = Cost(rounds: rounds, blockSize: size, parallelism: parallelism)
        guard cost.isBounded else { return nil }
        self.salt = salt
        self.hash = hash
    }

    public var description: String {
        "scrypt$\(cost.rounds)$\(cost.blockSize)$\(cost.parallelism)$\(salt.base64EncodedString())$\(hash.base64EncodedString())"
    }

    /// Whether it is the hash of this password. The time of the comparison reveals nothing about the hash.
    func matches(_ password: String) throws -> Bool {
        let shown = try Self.derive(password, salt, cost)
        // Digests are compared in constant time.
        return SHA256.hash(data: shown) == SHA256.hash(data: hash)
    }

    /// The same characters are the same password, however a keyboard composes them.
    private static func derive(_ password: String, _ salt: Data, _ cost: Cost) throws -> Data {
        let key = try KDF.Scrypt.deriveKey(
            from: Data(password.precomposedStringWithCanonicalMapping.utf8), salt: salt, outputByteCount: hashSize,
            rounds: 1 << cost.rounds, blockSize: cost.blockSize, parallelism: cost.parallelism)
        return key.withUnsafeBytes { Data($0) }
    }
}
