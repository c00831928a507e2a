import Diagnostics
import Testing

@testable import FlowCompiler

/// The tables of the language agree with what decodes it.
@Suite struct KeyTableTests {
    // Keys.

    @Test(arguments: SampleKey.all)
    func `every form of every key is accepted at its place`(_ key: SampleKey) {
        let project = SampleBlock(key.place, with: key.name, as: key.form).project
        #expect(project.mistakes.isEmpty, "\(project)")
    }

    @Test(arguments: places.filter { $0.table.chosen == nil })
    func `a place has no other keys`(_ place: KeyPlace) {
        let project = SampleBlock(place, given: ("zzzzz", ["zzzzz: end"])).project
        #expect(!project.mistakes.isEmpty, "\(project)")
    }

    @Test(arguments: places)
    func `a key is required where its block is not accepted without it`(_ place: KeyPlace) {
        let whole = SampleBlock(place)
        for key in place.table.keys where key.isRequired {
            var block = whole
            block.remove(key.name)
            #expect(block.project.mistakes != whole.project.mistakes, "without `\(key.name)`: \(block.project)")
        }
    }

    @Test(arguments: [KeyPlace.step, .page])
    func `a key is refused without one of those that it goes with`(_ place: KeyPlace) {
        for key in place.table.keys where !key.goesWith.isEmpty {
            var block = SampleBlock(place)
            block.add(key.name)
            #expect(!block.project.mistakes.isEmpty, "`\(key.name)`: \(block.project)")
        }
    }

    @Test(arguments: places)
    func `the keys that a key goes with are keys of the same place`(_ place: KeyPlace) {
        for key in place.table.keys {
            #expect(key.goesWith.allSatisfy(place.table.has), "`\(key.name)` of \(place.table.title)")
        }
    }

    @Test func `the kinds of answer of a step are those that are decoded`() {
        #expect(Set(StepKeys.kinds) == Set(QuestionKey.allCases.map(\.rawValue)))
    }

    @Test(arguments: SampleKey.all.filter { $0.key?.least != nil })
    func `the limits of a number are those that are decoded`(_ sample: SampleKey) throws {
        let key = try #require(sample.key)
        let isOutside = { (number: Int) in
            let block = SampleBlock(sample.place, given: (key.name, ["\(key.name): \(number)"]))
            return block.project.report.diagnostics.contains { $0.code == .outOfRange }
        }
        let (least, most) = (key.least ?? 0, key.most ?? 1000)
        #expect(!isOutside(least) && isOutside(least - 1), "\(key.name) from \(least)")
        #expect(!isOutside(most) && isOutside(most + 1) == (key.most != nil), "\(key.name) to \(most)")
    }

    @Test(arguments: places) func `every whole number has limits`(_ place: KeyPlace) {
        for key in place.table.keys {
            for case .wholeNumber in key.forms { #expect(key.least != nil, "`\(key.name)` of \(place.table.title)") }
        }
    }

    private static let places = KeyPlace.all.filter { $0 != .card }

    // Words.

    @Test(arguments: KeyPlace.all)
    func `every key says in one sentence what it is for`(_ place: KeyPlace) {
        for key in place.table.keys {
            let isSentence = key.about.hasSuffix(".") && key.about.first?.isLowercase == false
            #expect(isSentence && !key.about.contains("\n"), "`\(key.name)` of \(place.table.title): \(key.about)")
            #expect(key.about.count <= 110, "`\(key.name)` of \(place.table.title): \(key.about)")
        }
    }

    @Test func `every word of another tool leads to a key`() {
        for (word, key) in Synonyms.keys { #expect(Vocabulary.keys.contains(key), "\(word): \(key)") }
    }

    // Reading.

    @Test func `a key leads to the same kind of block wherever it stands in a flow`() {
        var regions: [String: Region] = [:]
        for place in KeyPlace.all where [.flow, .bot, .language, .card].contains(place.region) {
            for key in place.table.keys {
                for case .block(let below) in key.forms {
                    #expect(regions[key.name, default: below.region] == below.region, "`\(key.name)`")
                    regions[key.name] = below.region
                }
            }
        }
        #expect(regions["answers"] == .labelled && regions["show"] == .card)
    }
}

/// One form of the value of a key.
struct SampleKey: Sendable, CustomTestStringConvertible {
    let place: KeyPlace
    let name: String
    let form: ValueForm

    /// The key of the language; `nil` for one that authors choose.
    var key: LanguageKey? { place.table[name] }

    var testDescription: String { "\(name) of \(place.table.title): \(form)" }

    static let all: [SampleKey] = KeyPlace.all.filter { $0 != .card }.flatMap { place in
        let keys = place.table.keys.flatMap { key in
            key.forms.map { SampleKey(place: place, name: key.name, form: $0) }
        }
        let chosen = place.table.chosen.map { chosen in
            chosen.forms.map { SampleKey(place: place, name: chosen.example, form: $0) }
        }
        return keys + (chosen ?? [])
    }
}

extension TestProject {
    /// The codes of what cannot be read or decoded; a sample may refer to what its project does not have.
    fileprivate var mistakes: [DiagnosticCode] {
        report.diagnostics.map(\.code).filter { !Self.references.contains($0) }.sorted { $0.rawValue < $1.rawValue }
    }

    private static let references: Set<DiagnosticCode> = [
        .unknownStep, .unknownFlow, .unknownName, .unknownField, .unknownAction, .unknownProvider, .unknownMerchant,
        .unknownApp, .unknownCard, .unknownQueue, .unknownHours, .unknownResult, .unknownAnswer, .unknownInput,
        .unknownHost,
        .imageMissing, .iconMissing, .missingThen, .thenNeverUsed, .missingInput, .unreachableStep, .deadEnd,
        .personNotReachable, .loopWithoutQuestion, .stepDoesNothing, .noExitSilent, .noExitOther, .noExitFailed,
        .exitWithoutUse, .translationUnknown, .translationStale, .translationMissing, .unknownLanguage,
        .fallbackMissing, .unknownEvent, .unheardEvent, .unknownReminder, .unknownBooking, .slotsCut,
        .tooFewAnswers, .asImpossible, .payNotOnWeb, .totalMismatch, .shippingWithoutAddress, .capabilityMissing,
        .wasStillUsed, .flowName, .duplicateAnswer, .unknownPage, .resumeWithoutInterruption, .maybeEmpty,
        .unreachableFlow, .nameNeverUsed, .languageUntranslated, .silenceOfReminder, .overlappingHours, .pastHours,
    ]
}
