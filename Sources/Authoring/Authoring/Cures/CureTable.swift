import Diagnostics

/// The cures of each diagnostic.
enum CureTable {
    typealias Finder = @Sendable (CureContext) -> [Cure]

    /// The word that a diagnostic suggests comes before what can be done without one.
    static func cures(of code: DiagnosticCode) -> [Finder] { [SuggestedCures.all] + (own[code] ?? []) }

    private static let own: [DiagnosticCode: [Finder]] = [
        // Lines and signs.
        .emptyFile: [LineCures.skeleton], .tabIndent: [LineCures.tabs], .badIndent: [LineCures.columns],
        .missingSpace: [LineCures.space], .missingColon: [LineCures.colon], .wrongShape: [LineCures.dash],
        .duplicateKey: [LineCures.merged, LineCures.removeBlock],
        .unclosedQuote: [SignCures.closeQuote], .unclosedList: [SignCures.closeList], .inlineMap: [SignCures.lines],
        .yamlFeature: [SignCures.withoutSign], .hashInText: [SignCures.quoted], .curlyQuotes: [SignCures.straight],
        .oddSpace: [SignCures.plainSpace],
        // Values.
        .emptyValue: [ValueCures.end, ValueCures.remove], .badYesNo: [ValueCures.yesNo],
        .badNumber: [ValueCures.digits], .badMoney: [ValueCures.money], .badDate: [ValueCures.date],
        .badAddress: [ValueCures.secure], .outOfRange: [ValueCures.limits], .totalMismatch: [ValueCures.remove],
        .pastSlot: [ValueCures.removeItem], .overlappingSlots: [ValueCures.removeItem],
        .clockChange: [ValueCures.removeItem], .unreachablePage: [StepCures.removePage],
        .wordHidesAnswer: [ExitCures.withoutWord], .secretInFile: [DeclarationCures.secret],
        .duplicateSlot: [ValueCures.removeItem],
        .imageFormat: [ValueCures.sameAsPNG], .currencyMixed: [ValueCures.sameCurrency],
        // Names.
        .duplicateStep: [NameCures.another], .badName: [NameCures.valid], .reservedName: [NameCures.another],
        .flowName: [NameCures.ofFile], .pageNameTooLong: [NameCures.shorter], .wasStillUsed: [NameCures.withoutFormer],
        .missingKey: [KeyCures.missing], .wasTwice: [NameCures.withoutFormer], .unknownKey: [ValueCures.remove],
        .unknownInput: [ValueCures.remove],
        // Steps and their ways.
        .unknownStep: [DeclarationCures.step], .unknownFlow: [DeclarationCures.flow],
        .unknownPage: [StepCures.send], .pageGoesBack: [StepCures.send], .notOnAPage: [StepCures.removePage],
        .missingThen: [StepCures.then], .thenNeverUsed: [ValueCures.remove], .unreachableStep: [StepCures.removeStep],
        .stepDoesNothing: [StepCures.bypass], .twoKindsOfStep: [StepCures.split],
        .twoKindsOfQuestion: [ValueCures.remove], .questionWithoutKind: [StepCures.say, StepCures.answers],
        .kindWithoutQuestion: [StepCures.ask], .missingOtherwise: [StepCures.otherwise],
        .otherwiseNotLast: [StepCures.otherwiseLast], .twoKindsOfCard: [StepCures.cards],
        .cardWithoutKind: [StepCures.textCard],
        // Exits.
        .noExitSilent: [ExitCures.silent], .noExitOther: [ExitCures.other], .noExitFailed: [ExitCures.failed],
        .badShortcut: [ValueCures.remove], .sameShortcut: [ValueCures.remove],
        .exitWithoutUse: [ValueCures.remove], .awayMissing: [ExitCures.away], .fallbackMissing: [ExitCures.unable],
        .payNotOnWeb: [ExitCures.unable], .personNotReachable: [ExitCures.person],
        .reservedWord: [ExitCures.withoutWord], .wordTakenTwice: [ExitCures.withoutWord],
        // Texts and conditions.
        .maybeEmpty: [TextCures.orNothing], .unclosedBrace: [TextCures.brace], .missingOtherForm: [TextCures.other],
        .mixedAndOr: [TextCures.brackets], .badEach: [TextCures.each],
        // Answers.
        .tooManyAnswers: [AnswerCures.list], .asImpossible: [AnswerCures.list], .answerTooLong: [AnswerCures.list],
        .duplicateAnswer: [ValueCures.removeItem], .shippingWithoutAddress: [AnswerCures.contact],
        // What is declared elsewhere.
        .unknownAction: [DeclarationCures.action], .unknownQueue: [DeclarationCures.queue],
        .unknownHours: [DeclarationCures.week], .unknownProvider: [DeclarationCures.provider],
        .unknownMerchant: [DeclarationCures.merchant], .unknownApp: [DeclarationCures.app],
        .unknownCard: [DeclarationCures.card], .unknownHost: [DeclarationCures.host],
        .noExamples: [DeclarationCures.example], .capabilityMissing: [DeclarationCures.capability],
        .recalculateTooSlow: [DeclarationCures.timeout],
        // What can be read, although something else is meant.
        .stepInLabel: [SlipCures.answerWithStep], .sayBelowQuestion: [SlipCures.aboveQuestion],
        .swallowedItem: [SlipCures.itemOut], .sumInText: [SlipCures.asWritten], .nameNotInserted: [SlipCures.asWritten],
        .noneForNothing: [SlipCures.asWritten], .unknownFormat: [SlipCures.asWritten],
        .overlappingHours: [SlipCures.joinedHours],
        .pastHours: [ValueCures.remove], .nameNeverUsed: [SlipCures.withoutName],
        .unheardEvent: [SlipCures.withoutName], .inputNotSent: [SlipCures.sent],
        .slotsCut: [SlipCures.allSlots], .silenceOfReminder: [SlipCures.ownSilence],
        // Translations.
        .languageUntranslated: [ValueCures.removeItem],
        .unknownLanguage: [DeclarationCures.language], .translationNames: [TranslationCures.name],
        .translationStale: [TranslationCures.fingerprint],
        .translationUnknown: [TranslationCures.remove],
    ]
}
