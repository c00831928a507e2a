import Diagnostics
import FlowCompiler
import FlowModel
import FlowMutations
import SampleProjects
import Testing

/// Seeded changes of what a small flow means, and what notices them. `make flow-mutations` makes many, in all sample flows.
@Suite struct FlowMutationTests {
    private static let botFile = """
        bot: Corner Bakery
        zone: Europe/Berlin
        start: hello
        anywhere:
          agent, help, support: hello/person
        people:
          team:
        if_silent:
          after: 10 minutes
          then: hello/bye
        if_other:
          say: Please choose.
          tries: 2
          then: hello/person
        if_failed: hello/person

        """

    private static let flow = """
        flow: hello
        start: first
        steps:
          first:
            ask: Bread or cake?
            answers:
              Bread: many
              Cake: bye
            if_silent:
              after: 1 hour
              then: bye
          many:
            ask: How many?
            number:
              kind: whole
              at_least: 1
              at_most: 9
            then: size
          size:
            when:
              many is more than 4: big
              otherwise: order
          big:
            say: That is a lot.
            then: order
          order:
            call: book
            if_failed:
              say: That did not work.
              then: bye
            then: booked
          booked:
            say: It is booked.
            then: bye
          bye:
            say: See you soon!
            then: end
          person:
            hand_over: team
            then: bye

        """

    private static let actions = """
        hosts: [api.bakery.example]
        actions:
          book:
            post: https://api.bakery.example/bookings
            examples:
              booked:

        """

    private static let transcript = """
        always: call book before booked

        test: no cake
        tap: Cake
        bot: See you soon!

        test: nine loaves
        tap: Bread
        you: 9
        bot: That is a lot.
        bot: It is booked.

        test: the booking fails
        given: book fails
        tap: Bread
        you: 2
        bot: That did not work.

        """

    private static func project() throws -> SampleProject {
        let files = ProjectFiles(
            texts: [
                SourceFile(path: "Flows/bot.yaml", text: botFile), SourceFile(path: "Flows/hello.yaml", text: flow),
            ], actions: SourceFile(path: "Config/actions.yaml", text: actions), assets: [:], version: "test")
        let transcripts = [SourceFile(path: "Flows/hello.transcript", text: transcript)]
        return try #require(SampleProject("bakery", files, transcripts: transcripts))
    }

    /// All mutations of the flow.
    private static func all() throws -> [Mutation] {
        Mutation.draw(1_000, from: [try project()], seed: 1).map(\.mutation)
    }

    /// The lines that the mutations of a kind write.
    private static func written(_ kind: MutationKind) throws -> Set<[String]> {
        Set(try all().filter { $0.kind == kind }.map(\.after))
    }

    @Test func `an answer leads to every other step of its flow, and to the end`() throws {
        let steps: Set = ["first", "many", "size", "big", "order", "booked", "bye", "person", "end"]
        let bread = steps.subtracting(["first", "many"]).map { ["      Bread: \($0)"] }
        let cake = steps.subtracting(["first", "bye"]).map { ["      Cake: \($0)"] }
        let number = steps.subtracting(["many", "size"]).map { ["    then: \($0)"] }
        #expect(try Self.written(.answerElsewhere) == Set(bread + cake + number))
    }

    @Test func `an exit is dropped with all of its lines`() throws {
        let dropped = try Self.all().filter { $0.kind == .exitDropped }
        #expect(dropped.map(\.before) == [["    if_silent:", "      after: 1 hour", "      then: bye"]])
        #expect(dropped.map(\.after) == [[]] && dropped.map(\.line) == [9])
    }

    @Test func `bounds are shifted by one, those of the bot as well`() throws {
        let written = try Self.written(.boundShifted).flatMap { $0 }
        #expect(
            Set(written) == [
                "      after: 2 hour", "      at_least: 2", "      at_least: 0", "      at_most: 10",
                "      at_most: 8", "      many is more than 5: big", "      many is more than 3: big",
                "  after: 11 minutes", "  after: 9 minutes", "  tries: 3", "  tries: 1",
            ])
    }

    @Test func `a condition says the opposite, or its destinations are exchanged`() throws {
        #expect(
            try Self.written(.conditionTurned) == [
                ["      many is at most 4: big"], ["      many is more than 4: order", "      otherwise: big"],
            ])
    }

    @Test func `a failure is left to the bot, or taken for a success`() throws {
        #expect(try Self.written(.failureUnhandled) == [[], ["    if_failed: booked"]])
    }

    @Test func `a seed gives the same mutations, as many of each kind`() throws {
        let projects = [try Self.project()]
        let drawn = { (seed: UInt64) in Mutation.draw(10, from: projects, seed: seed).map(\.mutation) }
        #expect(drawn(7) == drawn(7) && Set(drawn(7)) != Set(drawn(8)))
        // There is one exit; another kind takes the place of a second one.
        #expect(MutationKind.allCases.map { kind in drawn(7).count { $0.kind == kind } } == [3, 1, 2, 2, 2])
    }

    @Test func `what notices a mutation is reported, and counted`() throws {
        var bounds = MutationBounds()
        bounds.states = 300
        let baseline = try #require(Baseline(try Self.project(), within: bounds))
        #expect(baseline.tests == 3 && baseline.properties == 1)
        let all = try Self.all()
        func outcome(_ after: String) throws -> MutationOutcome {
            baseline.outcome(of: try #require(all.first { $0.after == [after] }))
        }

        let silent = try outcome("      Cake: end")
        #expect(silent.catchers.isSuperset(of: [.explore, .tests, .diff]) && !silent.isRefused && !silent.isMissed)
        let unbooked = try outcome("      Bread: booked")
        #expect(unbooked.catchers.isSuperset(of: [.check, .tests, .properties, .diff]))
        let bound = try outcome("      at_most: 8")
        #expect(bound.catchers.contains(.tests) && !bound.catchers.contains(.check))

        let mutations = all.prefix(6).map { (project: "bakery", mutation: $0) }
        let outcomes = MutationOutcome.outcomes(of: mutations, in: ["bakery": baseline])
        #expect(outcomes.map(\.mutation) == Array(all.prefix(6)))
        let table = MutationTable(outcomes)
        let last = try #require(table.rows.last)
        #expect(last.name == "all" && last.mutations == 6 && table.rows.count == MutationKind.allCases.count + 1)
        for catcher in Catcher.allCases {
            #expect(last.caught[catcher] == outcomes.count { $0.catchers.contains(catcher) })
        }
        #expect(table.description.split(separator: "\n").count == table.rows.count + 1)
    }

    @Test(arguments: [100, 400]) func `a generated flow has as many steps as it should`(steps: Int) throws {
        let project = try #require(SampleProject.generated(steps: steps))
        let bot = try #require(Compiler.compile(project.files, options: SampleProject.options).bot)
        #expect(bot.flows.map(\.steps.count) == [steps])
    }

    @Test func `every template is a sample with tests`() {
        let projects = SampleProject.ofTemplates
        #expect(projects.count == 6)
        #expect(projects.allSatisfy { !$0.transcripts.isEmpty })
    }
}
