import Diagnostics

/// A rule of the language, in a separate file.
protocol Check: Sendable {
    func diagnose(_ analysis: Analysis) -> [Diagnostic]
}

/// All rules. Their order does not affect the report.
enum Checks {
    static let all: [any Check] = [
        // Steps, their names and destinations.
        FlowNames(), UnknownDestinations(), ReservedNames(), TakenNames(), OldNames(), IdleSteps(),
        MissingThen(), UnusedThen(), UnreachableSteps(), UnreachableFlows(), LoopsWithoutQuestion(), DeadEnds(),
        RunCircles(),
        ResumeWithoutInterruption(),
        // Exits, anywhere words and agents.
        MissingExits(), UnusedExits(), PersonReachable(), AnywhereWords(), SkipWord(), EntryLines(), Queues(),
        Replies(),
        KnownEvents(), EventValues(),
        NamedHours(), WeeksInOrder(),
        // Texts and values.
        Texts(), FormatsBehindOr(), MaybeEmpty(), Conditions(), Assignments(), ChosenLanguages(), SharedNames(),
        Facts(), PrivateKept(),
        RemindersInTime(), NamedReminders(), EachLists(), SumsInTexts(), NamesNotInserted(), NamesNeverUsed(),
        NoneForNothing(), SilenceOfReminders(),
        // Questions and cards.
        AnswerCounts(), AnswerLimits(), DuplicateAnswers(), StepsInLabels(), AnswerStyles(), PreselectedAnswers(),
        TextLengths(),
        Images(),
        UnknownPages(), PagesGoingBack(), UnreachablePages(), PageNames(), FormLengths(), UnusedPageThen(),
        WheelPresets(), WrittenSlots(), RuleSlots(), CutSlots(), GivenBack(), LoneCalendars(), CardAddresses(),
        CardValueTypes(),
        CustomCards(),
        // Calls, nested flows, and services.
        Calls(), ResultNames(), Runs(), UngivenInputs(), ActionExamples(), ActionAddresses(), UnsentInputs(),
        SecretsInFile(),
        ServiceAddresses(), AppIcons(), MerchantCapabilities(), Processors(), KnownServices(), PayAmounts(),
        PayShipping(), PayActions(), PayingOnWeb(), AppFallbacks(),
        // Translations.
        UntranslatedLanguages(), TranslationFiles(), MissingTranslations(), TranslatedTexts(), TranslatedNames(),
        TranslatedWords(),
    ]
}
