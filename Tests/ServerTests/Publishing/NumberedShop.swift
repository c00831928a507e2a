import FlowPublishing
import Foundation
import Projects
import TestSupport

@testable import Server

/// A shop that includes its number in every message, so that a test can tell which version has answered.
struct NumberedShop {
    let number: Int

    /// The files of the project by their paths.
    var files: [String: String] {
        [
            "Flows/bot.yaml": """
            bot: Shop
            zone: Europe/Berlin
            start: shop
            if_silent: never
            if_other: people/desk
            if_failed: people/desk
            anywhere:
              agent, help, support: people/desk
            people:
              desk:

            """,
            "Flows/people.yaml": "flow: people\nstart: desk\nsteps:\n  desk:\n    hand_over: desk\n    then: end\n",
            "Flows/shop.yaml": """
            flow: shop
            start: first
            steps:
              first:
                say: \(number)
                then: again
              again:
                say: \(number)
                then: ask
              ask:
                ask: \(number)
                answers:
                  On: first
                  Off: end

            """,
        ]
    }

    func sources(in folder: TemporaryFolder) throws -> FlowSources {
        for (path, text) in files { try folder.write(text, to: "shop-\(number)/\(path)") }
        return try FlowSources(in: ProjectFolder(at: "\(folder.path)/shop-\(number)"))
    }
}
