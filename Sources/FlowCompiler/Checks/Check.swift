import Diagnostics

/// A rule of the language, in a file of its own.
protocol Check: Sendable {
    func diagnose(_ analysis: Analysis) -> [Diagnostic]
}

/// All rules. The order makes no difference to what is reported.
enum Checks {
    static let all: [any Check] = [
        FlowNames(), UnknownDestinations(), ReservedNames(), TakenNames(), OldNames(), IdleSteps(), MissingThen(),
        UnusedThen(),
        UnreachableSteps(), LoopsWithoutQuestion(), DeadEnds(), RunCircles(), ResumeWithoutInterruption(),
        MissingExits(),
        UnusedExits(), PersonReachable(), AnywhereWords(), SkipWord(), EntryLines(), Queues(), NamedHours(), Texts(),
        MaybeEmpty(),
        Conditions(),
        Assignments(), Facts(), PrivateKept(), RemindersInTime(), EachLists(), AnswerCounts(), AnswerLimits(),
        DuplicateAnswers(),
        AnswerStyles(), TextLengths(),
        Images(),
        UnknownPages(), PagesGoingBack(), UnreachablePages(), PageNames(), FormLengths(), UnusedPageThen(),
        WheelPresets(),
        WrittenSlots(), RuleSlots(), Calls(), Runs(), UngivenInputs(), ActionExamples(), ActionAddresses(),
        SecretsInFile(), ServiceAddresses(), AppIcons(), Processors(), KnownServices(), PayAmounts(),
        PayShipping(), PayActions(), AppFallbacks(),
        TranslationFiles(), MissingTranslations(), TranslatedTexts(), TranslatedNames(), TranslatedWords(),
    ]
}
