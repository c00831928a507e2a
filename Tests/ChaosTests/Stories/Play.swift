import Channels
import Concurrency
import ConversationRuntime
import Expressions
import FlowEngine
import Foundation
import MessageModel
import SQLStorage
import SQLiteStorage

/// One run of a story: as many processes as it takes, one after the other, followed by checks of all promises.
struct Play {
    let story: Story
    let plan: Plan
    let outside: Outside
    let engines: [String: Engine]
    let conductor: Conductor
    let folder: URL
    let key: StorageKey
    /// The random generator of the run, separate from the world's, so that a crash does not change what happens before
    /// it.
    let chance: SeededRandom
    var life: Life?
    var version: String
    var handing: [Task<Void, Never>] = []
    /// The second process, which outlives servers, and its current commands.
    var commander: Commander?
    var commands: [Task<Void, Never>] = []
    /// Whether the server has died of a power failure, which a kill counts as unless `survival` says otherwise.
    var isPowerCut = false
    /// The changes counted over all earlier processes, and the number of processes.
    var moments = 0
    var lives = 0
    var crashes = 0
    /// The kind of each change.
    var kinds: [Disk.Kind] = []
    var failures = 0
    /// The write locks taken, and the file reads.
    var locks = 0
    var readings = 0

    init(_ story: Story, _ plan: Plan, _ engines: [String: Engine], _ conductor: Conductor, in folder: URL) {
        self.story = story
        self.plan = plan
        self.engines = engines
        self.conductor = conductor
        self.folder = folder
        key = StorageKey(Data(repeating: 7, count: 32)) ?? .random()
        chance = SeededRandom(plan.seed &+ 1)
        version = story.version
        outside = Outside(SeededRandom(plan.seed), story)
    }

    /// Plays the story from beginning to end.
    mutating func run() async -> Ending {
        do {
            for step in story.steps {
                if !step.isCommand || !goesOnWithoutServer { try await live() } else { try await end() }
                await act(step)
                if story.isOrderly || chance.happens(7, in: 10) { await conductor.untilIdle() }
            }
            try await settle()
            life?.pulse.disk.mend()
            try await expectPromises()
            await life?.stop(outside.clock, conductor)
            await untilCommanded()
            isPowerCut = true
            leave()
        } catch {
            outside.complain("the run ended with \(error)")
            await life?.bury()
            await untilCommanded()
            commander?.close()
            conductor.watch(nil)
        }
        let state = outside.now
        return Ending(
            broken: state.broken, transcript: state.lines, kinds: kinds, crashes: crashes, failures: failures,
            locks: locks, readings: readings, next: [outside.chance.next(), chance.next()],
            log: outside.log.lines.map(told))
    }

    /// Ensures that a process is running.
    mutating func live() async throws {
        while life?.pulse.isOver ?? true {
            try await end()
            await begin()
        }
    }

    /// Whether the server has ended and the second process has not.
    private var goesOnWithoutServer: Bool {
        guard let life else { return machine.map(isSpared) ?? false }
        return life.pulse.isOver && isSpared(life.pulse.disk)
    }

    /// Whether a disk keeps working without the server, because the second process uses it.
    private func isSpared(_ disk: Disk) -> Bool { commander != nil && !isPowerCut && !disk.isDown }

    private mutating func untilCommanded() async {
        for command in commands { await command.value }
        commands = []
    }

    /// Cleans up what is left of the process.
    private mutating func end() async throws {
        guard let life else { return }
        let disk = life.pulse.disk
        if disk.isDown { tellCrash(disk) }
        let isSpared = isSpared(disk)
        await life.bury(takesDisk: !isSpared)
        await untilCommanded()
        // The crash happened in the middle of a command.
        if isSpared, disk.isDown { tellCrash(disk) }
        // These tasks may wait for something that the process would have done.
        for task in handing { task.cancel() }
        for task in handing { await task.value }
        conductor.watch(nil)
        handing = []
        leave()
    }

    private mutating func tellCrash(_ disk: Disk) {
        crashes += 1
        outside.tell("the process dies at moment \(moments + disk.moments + 1)")
    }

    /// Releases the process; its disk stays for the second process, or is discarded.
    private mutating func leave() {
        guard let disk = life?.pulse.disk else { return }
        life = nil
        if isSpared(disk) { machine = disk } else { discard(disk) }
    }

    /// Ends the second process together with the disk.
    private mutating func discard(_ disk: Disk) {
        commander?.close()
        (commander, machine, isPowerCut) = (nil, nil, false)
        count(disk)
    }

    private mutating func count(_ disk: Disk) {
        moments += disk.moments
        kinds += disk.kinds
        failures += disk.failures
        locks += disk.attempts(.locked)
        readings += disk.attempts(.unreadable)
        last = disk
    }

    /// The disk of the previous process.
    private var last: Disk?
    /// The disk that the second process uses while there is no server.
    private var machine: Disk?

    /// Returns the disk for a new process: the one that the second process uses, or what the previous process has left.
    private mutating func disk() -> Disk {
        if let machine, !machine.isDown { return machine }
        if let machine {
            tellCrash(machine)
            discard(machine)
        }
        let place = folder.appending(path: "\(lives)")
        do {
            if let last {
                try last.leave(in: place, plan.survival, seed: chance.next())
            } else if story.beginsEmpty {
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            } else {
                try Template.copy(to: place)
            }
        } catch {
            outside.complain("what is left of the disk cannot be read: \(error)")
        }
        let disk = Disk(place)
        prepare(disk)
        return disk
    }

    /// Starts a process.
    private mutating func begin() async {
        lives += 1
        let disk = disk()
        guard let engine = engines[version] else { return }
        do {
            let life = try await Life(disk, engine, outside, story, key: key, conductor, beside: commander)
            (self.life, commander, machine) = (life, life.commander, nil)
            outside.tell("process \(lives) begins")
        } catch {
            if !disk.isDown, disk.failures == 0 { outside.complain("the store does not open: \(told(error))") }
            outside.tell("process \(lives) does not begin: \(told(error))")
            if disk.isDown { crashes += 1 }
            disk.die()
            discard(disk)
        }
        if lives > 1 { await sendAgain() }
    }

    /// Returns the text of an error without the folder, which differs in every run.
    private func told(_ error: any Error) -> String { told("\(error)") }

    private func told(_ text: String) -> String { text.replacing(folder.path, with: "") }

    /// Sets up the planned faults for a process.
    private func prepare(_ disk: Disk) {
        if let crash = plan.crash, crashes == 0, crash > moments {
            disk.crash(at: crash - moments)
        } else if plan.crash != nil, crashes == 1, plan.crashesAgain {
            // In the middle of the recovery after a crash.
            disk.crash(at: 1 + chance.number(below: 60))
        } else if plan.crashesByChance, lives < 12 {
            disk.crash(at: 1 + chance.number(below: 400))
        }
        if let trouble = plan.trouble, lives == 1 { disk.fail(trouble) }
        if plan.crashesByChance, chance.happens(1, in: 3) {
            let kind = chance.pick(Trouble.Kind.allCases)
            disk.fail(Trouble(kind: kind, first: 1 + chance.number(below: 300), count: 1 + chance.number(below: 5)))
        }
    }

    /// Apple resends unacknowledged messages.
    private mutating func sendAgain() async {
        for number in outside.unanswered { hand(number) }
        if story.isOrderly { await conductor.untilIdle() }
    }

    /// Passes a message to the server, and its response to Apple.
    mutating func hand(_ number: Int) {
        guard let life, !life.pulse.isOver else { return }
        let outside = outside
        handing.append(
            Task(executorPreference: conductor) {
                let arrival = outside.hand(number)
                do {
                    let receipt = try await life.receive(arrival)
                    if life.pulse.touchWorld() { outside.answer(number, receipt) }
                } catch {
                    if !life.pulse.isOver { outside.tell("m\(number) gets 503") }
                }
            })
    }

    /// Runs without further faults until no work is left.
    private mutating func settle() async throws {
        outside.behave()
        outside.tell("all is well from here on")
        for round in 0..<200 {
            try await live()
            for number in outside.unanswered { hand(number) }
            goOn()
            await conductor.untilIdle()
            if await !isBusy() { return }
            outside.clock.turn(by: round < 100 ? .seconds(31) : .minutes(30))
        }
        outside.complain("it does not come to rest")
    }

    /// Whether any delivery, call, timer or arrival is pending.
    private func isBusy() async -> Bool {
        guard let life, !life.pulse.isOver, outside.unanswered.isEmpty else { return true }
        let isBusy = try? await life.orderly.read { store in
            if try await store.waitingDeliveries() > 0 { return true }
            if try await store.nextTimer() != nil { return true }
            return try await !store.calls(after: nil, limit: 1).isEmpty
        }
        let process = lives
        guard isBusy == false, !outside.now.devices.values.contains(where: { $0.isBusy(with: process) }) else {
            return true
        }
        do {
            if try await life.counter?.isBusy() ?? false { return true }
            if try await life.gate?.isBusy() ?? false { return true }
            return try await life.room?.isBusy() ?? false
        } catch {
            return true
        }
    }
}
