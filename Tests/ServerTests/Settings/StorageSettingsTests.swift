import Foundation
import SQLStorage
import Storage
import Testing

@testable import Server

/// Where the data is, by the settings.
@Suite struct StorageSettingsTests {
    private func settings(_ environment: [String: String]) throws -> ServerSettings {
        var reader = SettingsReader(file: nil, environment: environment)
        return try reader.settings(isServing: false)
    }

    @Test func `without an address it is the file, with one the database`() throws {
        let file = try settings(["USHER_STORAGE_PATH": "shop/usher.sqlite"])
        #expect(file.storage == .file("shop/usher.sqlite"))
        let address = "postgresql://usher:secret@db.example/usher"
        let server = try settings(["USHER_STORAGE_PATH": "shop/usher.sqlite", "USHER_STORAGE_URL": address])
        let url = try #require(StorageURL(address))
        guard case .server(url, let folder) = server.storage else {
            Issue.record("\(server.storage)")
            return
        }
        #expect(folder.hasSuffix("shop"))
        #expect(server.storageUse(isServer: true).node == ServerSettings.machine)
    }

    @Test(arguments: ["mysql://db.example/usher", "data/usher.sqlite", "db.shop.example:5432"])
    func `what is no address of PostgreSQL is refused`(text: String) {
        #expect {
            try settings(["USHER_STORAGE_URL": text])
        } throws: { error in
            "\(error)".contains("USHER_STORAGE_URL: `storage.url` is not the address of a PostgreSQL database")
                && !"\(error)".contains(text)
        }
    }

    @Test(arguments: [
        "abc@secretrest", "ab/c", "ab?cd", "1/c", "12?cd", "a@b@c", "/", "ab/c?d=e",
    ]) func `a password with a character that ends it is refused, and none of it is shown`(password: String) {
        for place in ["db.example:5432/usher", "db.example/usher?sslmode=require", "[::1]:5432,db.example/usher"] {
            #expect {
                try settings(["USHER_STORAGE_URL": "postgresql://usher:\(password)@\(place)"])
            } throws: { error in
                let text = "\(error)"
                return text.contains("USHER_STORAGE_URL: `storage.url` cannot be read: `@`")
                    && !text.contains("secretrest")
                    && !text.contains("usher:") && !text.contains("db.example")
            }
        }
    }

    @Test(arguments: [
        "postgresql://usher:a%40b%2Fc%3F@db.example:5432/usher", "postgresql://db.example", "postgresql:///usher",
        "postgresql://usher@db.example,other.example:5433/usher?sslmode=verify-full&target_session_attrs=read-write",
        "postgres://usher:a#b:c@[2001:db8::1]:5432,[::1]/usher",
        "postgresql:///usher?host=/run/postgresql&user=app@tenant",
    ]) func `an address with everything in its place is taken`(text: String) throws {
        #expect(try settings(["USHER_STORAGE_URL": text]).storageURL?.schema == nil)
    }

    @Test func `a path that only a shell understands is refused`() throws {
        for (key, variable) in [("storage.path", "USHER_STORAGE_PATH"), ("flows.path", "USHER_FLOWS_PATH")] {
            #expect {
                try settings([variable: "~/bot/x"])
            } throws: { error in
                "\(error)".contains(
                    "\(variable): `\(key)` begins with `~`, which only a shell replaces; write the whole path, such as `/home/name/bot/x`"
                )
            }
        }
        #expect(try settings(["USHER_STORAGE_PATH": "data/~x.sqlite"]).storagePath == "data/~x.sqlite")
    }

    @Test(arguments: ["", "a name", "grün", String(repeating: "n", count: 61)])
    func `a name of a server is short and plain`(name: String) throws {
        if name.isEmpty {
            #expect(try settings(["USHER_STORAGE_NODE": name]).node == ServerSettings.machine)
        } else {
            #expect(throws: SettingsError.self) { try settings(["USHER_STORAGE_NODE": name]) }
        }
    }

    @Test(
        arguments: [
            (
                "postgresql://usher:secret@db.example:5433/usher?sslmode=require",
                "postgresql://usher@db.example:5433/usher"
            ),
            ("postgres://a,b/usher", "postgresql://a,b/usher"),
            ("postgresql:///usher?host=/run/postgresql&password=secret", "postgresql:///usher"),
            ("postgresql://usher:se/cr@et@db.example/usher", "postgresql://usher@db.example/usher"),
        ])
    func `an address is shown without its password`(text: String, shown: String) throws {
        #expect("\(try #require(StorageURL(text)))" == shown)
    }

    @Test func `a server that is too old is refused`() {
        var facts = Self.sound
        facts.versionNumber = 130_011
        #expect(facts.flaw?.contains("at least 14") == true)
    }

    @Test func `a server that could lose acknowledged messages is refused`() {
        #expect(Self.sound.flaw == nil)
        #expect(Self.sound.refusal(hosts: 1, acceptsLoss: false) == nil)
        var careless = Self.sound
        careless.isDurable = false
        #expect(careless.flaw?.contains("synchronous_commit") == true)
        careless = Self.sound
        careless.survivesCrash = false
        #expect(careless.flaw?.contains("fsync") == true)
        #expect(Self.sound.refusal(hosts: 2, acceptsLoss: false)?.contains("storage.accept_loss") == true)
        #expect(Self.sound.refusal(hosts: 2, acceptsLoss: true) == nil)
        var latin = Self.sound
        latin.encoding = "LATIN1"
        #expect(latin.flaw?.contains("--encoding=UTF8") == true)
        var copied = Self.sound
        copied.synchronousStandbys = "ANY 1 (standby_1)"
        #expect(copied.refusal(hosts: 2, acceptsLoss: false) == nil)
    }

    private static let sound = ServerFacts(
        version: "15.18", versionNumber: 150_018, isDurable: true, survivesCrash: true, synchronousStandbys: "",
        hasTables: true, clockAhead: 0)
}
