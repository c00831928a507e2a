import Foundation
import JSON
import Testing

/// `usher diff` as authors run it.
@Suite struct DiffCommandTests {
    private static let bot = """
        bot: Shop
        zone: Europe/Berlin
        start: shop
        anywhere:
          agent, help, support: shop/desk
        people:
          desk:
        if_silent: never
        if_other:
          then: shop/desk
        if_failed: shop/desk

        """

    private static let shop = """
        flow: shop
        start: size
        steps:
          size:
            ask: Which size?
            answers: [Large, Small, Tiny]
            then: done
          done:
            say: Thank you.
            then: end
          desk:
            hand_over: desk
            then: end

        """

    private static let edited = shop.replacing(", Tiny", with: "").replacing(
        "Thank you.", with: "Thanks!")

    /// Two projects, `before` and `after`, in a folder of their own.
    private func withProjects(
        after: String = Self.edited, before: String = Self.shop, _ work: (URL) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, shop) in [("before", before), ("after", after)] {
            let flows = folder.appending(path: "\(name)/Flows")
            try FileManager.default.createDirectory(at: flows, withIntermediateDirectories: true)
            try Data(Self.bot.utf8).write(to: flows.appending(path: "bot.yaml"))
            try Data(shop.utf8).write(to: flows.appending(path: "shop.yaml"))
        }
        try await work(folder)
    }

    @Test func `two folders are compared in sentences, each with its conversation`() async throws {
        try await withProjects { folder in
            let result = try await Program.run(["diff", "--seconds", "600", "--from", "before", "after"], in: folder)
            result.expectEnd(with: 0)
            #expect(result.errors == "")
            #expect(
                result.output == """
                    At *size* customers may no longer choose *Tiny*.
                      this conversation shows it in the old version:
                        test: At size customers may no longer choose Tiny
                        you: Hello
                        bot: Which size?
                        tap: Tiny
                        bot: Thank you.
                        expect: ended

                    At *done* the bot now says “Thanks!”, and said “Thank you.”.
                      this conversation shows it:
                        test: At done the bot now says Thanks!, and said Thank you.
                        you: Hello
                        bot: Which size?
                        tap: Large
                        bot: Thanks!
                        expect: ended

                    """)
            let inside = try await Program.run(
                ["diff", "--from", "../../before"], in: folder.appending(path: "after/Flows"))
            #expect(inside.output == result.output, "\(inside.errors)")
        }
    }

    @Test func `programs get the same as JSON, browsers as a page`() async throws {
        try await withProjects { folder in
            let result = try await Program.run(
                ["diff", "--seconds", "600", "--from", "before", "after", "--format", "json"], in: folder)
            let json = try JSONValue(parsing: result.output)
            #expect(json["sentences"]?.array?.map { $0["kind"] } == ["answer_lost", "says"])
            #expect(json["complete"] == true)
            let page = try await Program.run(
                ["diff", "--seconds", "600", "--from", "before", "after", "--format", "html"], in: folder)
            page.expectEnd(with: 0)
            #expect(page.output.hasPrefix("<!DOCTYPE html>"))
            #expect(page.output.contains("<title>Shop: changes since before</title>"), "\(page.output)")
        }
    }

    @Test func `equal versions say so, and end well`() async throws {
        try await withProjects(after: Self.shop + "# The end.\n") { folder in
            let result = try await Program.run(["diff", "--seconds", "600", "--from", "before", "after"], in: folder)
            result.expectEnd(with: 0)
            #expect(result.output == "No difference was found in what customers notice.\n")
        }
    }

    @Test func `a version with errors ends with 1, wrong use with 2`() async throws {
        try await withProjects(after: Self.shop, before: Self.shop.replacing("then: done", with: "then: gone")) {
            folder in
            let broken = try await Program.run(["diff", "--seconds", "600", "--from", "before", "after"], in: folder)
            #expect(
                broken.status == 1 && broken.errors.contains("the flows of before have 1 error"), "\(broken.errors)")
            for arguments in [
                ["9f3a12", "after", "--from", "before"], ["after", "before"], ["after", "--from", "nowhere"], ["after"],
                ["after", "--seconds", "0"],
            ] {
                let wrong = try await Program.run(["diff"] + arguments, in: folder)
                #expect(wrong.status == 2 && wrong.output == "", "\(arguments): \(wrong.errors)")
            }
        }
    }

    @Test func `where nothing was published and nothing was committed, that is said each time`() async throws {
        try await withProjects { folder in
            let project = folder.appending(path: "after")
            // Git ends at once where there is no repository, sometimes before its input is written.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<16 {
                    group.addTask {
                        let result = try await Program.run(["diff"], in: project)
                        result.expectEnd(with: 2)
                        #expect(result.errors.contains("nothing was published in data/usher.sqlite"))
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func `the settings that are named decide where the published flows are`() async throws {
        try await withProjects { folder in
            let project = folder.appending(path: "after")
            let settings = folder.appending(path: "other.yaml")
            try Data("storage:\n  path: elsewhere.sqlite\n".utf8).write(to: settings)
            let result = try await Program.run(["diff", "--config", settings.path], in: project)
            result.expectEnd(with: 2)
            #expect(result.errors.contains("nothing was published in elsewhere.sqlite"))
            let missing = try await Program.run(["diff", "--config", "gone.yaml"], in: project)
            missing.expectEnd(with: 2)
            #expect(missing.errors == "usher: cannot read gone.yaml; does it exist?\n")
        }
    }

    @Test func `a project is compared with its last commit when nothing was published`() async throws {
        try await withProjects(after: Self.shop) { folder in
            let project = folder.appending(path: "after")
            let identity = ["-c", "user.name=Ana", "-c", "user.email=ana@example.com"]
            for arguments in [["init", "-q"], ["add", "."], identity + ["commit", "-q", "-m", "Shop"]] {
                let made = try await Program.run(["git"] + arguments, of: "/usr/bin/env", in: project)
                #expect(made.status == 0, "\(made.errors)")
            }
            try Data(Self.edited.utf8).write(to: project.appending(path: "Flows/shop.yaml"))
            let result = try await Program.run(["diff", "--seconds", "600", "--format", "json"], in: project)
            #expect(result.errors.contains("compared with the last commit"), "\(result.errors)")
            let json = try JSONValue(parsing: result.output)
            #expect(json["sentences"]?.array?.map { $0["kind"] } == ["answer_lost", "says"])
        }
    }
}
