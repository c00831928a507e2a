/// The words of each language.
extension TimeWords {
    private static func hours(_ from: Int, _ to: Int) -> Meaning { .part(from * 60...to * 60 - 1) }

    /// Those of the fourth edition of the rules. A word that also begins a length of time (`dans 2 heures`) only counts
    /// beside a part of the day.
    static let added: [String: [(String, Meaning)]] = [
        "en": [("any time|anytime|some time|sometime", .filler)],
        "de": [("irgendwann|irgendwann am", .filler)],
        "fr": [
            ("n'importe quand", .filler), ("dans la matinée", hours(5, 12)), ("dans l'après-midi", hours(12, 18)),
            ("dans la soirée", hours(17, 24)),
        ],
        "es": [("a cualquier hora|cualquier hora", .filler)],
        "it": [("a qualsiasi ora|qualsiasi ora", .filler), ("nel pomeriggio", hours(12, 19))],
        "pt": [("a qualquer hora|qualquer hora", .filler)],
        "nl": [("ergens|ergens in", .filler)],
    ]

    /// Words, separated with bars, and their meaning.
    static let written: [String: [(String, Meaning)]] = [
        "en": [
            ("am|a.m.", hours(0, 12)), ("pm|p.m.", hours(12, 24)), ("morning|in the morning", hours(5, 12)),
            ("afternoon|in the afternoon", hours(12, 18)), ("evening|in the evening", hours(17, 24)),
            ("night|at night", hours(19, 24)), ("noon|midday", .noon), ("o'clock|oclock|o clock|h|hours", .hours),
            ("half past", .offset(30)), ("half", .offset(30)), ("quarter past|a quarter past", .offset(15)),
            ("quarter to|a quarter to", .offset(-15)), ("after|from|not before", .from), ("before|until", .before),
            ("next week", .week(1)), ("this week", .week(0)),
            ("next|coming|on|at|around|about", .filler),
        ],
        "de": [
            ("früh|morgens|vormittag|vormittags|am vormittag|am morgen", hours(5, 12)), ("morgen", .dayOrMorning),
            ("mittag|mittags", hours(11, 14)), ("nachmittag|nachmittags|am nachmittag", hours(12, 18)),
            ("abend|abends|am abend", hours(17, 24)), ("uhr|h", .hours), ("halb", .offset(-30)),
            ("viertel nach", .offset(15)), ("viertel vor", .offset(-15)), ("dreiviertel", .offset(-15)),
            ("nach|ab|nicht vor", .from), ("vor|bis", .before), ("nächste woche|kommende woche", .week(1)),
            ("diese woche", .week(0)),
            ("um|gegen|nächsten|nächster|kommenden|diesen|am|der|den", .filler),
        ],
        "fr": [
            ("matin|du matin|le matin", hours(5, 12)), ("après-midi|de l'après-midi|apres midi", hours(12, 18)),
            ("soir|du soir|le soir", hours(17, 24)), ("midi", .noon), ("h|heure|heures", .hours),
            ("et demie", .plus(30)),
            ("et demi", .plus(30)), ("et quart", .plus(15)), ("moins le quart", .plus(-15)),
            ("après|à partir de|dès", .from), ("avant", .before),
            ("la semaine prochaine|semaine prochaine", .week(1)), ("cette semaine", .week(0)),
            ("vers|prochain|à|ce|cet", .filler),
        ],
        "es": [
            ("por la mañana|de la mañana|en la mañana", hours(5, 13)), ("mañana", .dayOrMorning),
            ("tarde|por la tarde|de la tarde", hours(12, 21)), ("noche|por la noche|de la noche", hours(19, 24)),
            ("mediodía|al mediodía", .noon), ("h|horas", .hours), ("y media", .plus(30)), ("y cuarto", .plus(15)),
            ("menos cuarto", .plus(-15)), ("después de|después de las|a partir de|a partir de las", .from),
            ("antes de|antes de las", .before),
            ("la próxima semana|la semana que viene|próxima semana", .week(1)), ("esta semana", .week(0)),
            ("a las|a la|sobre|próximo|este|que viene|a", .filler),
        ],
        "ja": [
            ("朝|の朝", hours(5, 11)), ("午前|午前中", hours(0, 12)), ("昼|お昼", hours(11, 14)), ("午後", hours(12, 24)),
            ("夕方", hours(16, 19)), ("夜|晩", hours(18, 24)), ("正午", .noon), ("時", .hours), ("分", .minutes),
            ("時半", .plus(30)), ("以降|から", .from), ("来週", .week(1)), ("今週", .week(0)),
            ("の|に|で|を|は|へ|頃|ごろ|、|次の|お願いします|です|でお願いします", .filler),
        ],
        "ar": [
            ("صباحا|الصباح|صباح|في الصباح", hours(5, 12)), ("ظهرا|الظهر", hours(11, 14)), ("بعد الظهر", hours(12, 18)),
            ("مساء|المساء|في المساء", hours(16, 24)), ("الساعة|ساعة|يوم|القادم|المقبل|على|في", .filler),
            ("والنصف|ونصف", .plus(30)), ("والربع|وربع", .plus(15)), ("إلا ربع|الا ربعا", .plus(-15)), ("بعد", .from),
            ("قبل", .before), ("الأسبوع القادم|الأسبوع المقبل", .week(1)), ("هذا الأسبوع", .week(0)),
            ("الواحدة", .number(1)), ("الثانية", .number(2)), ("الثالثة", .number(3)),
            ("الرابعة", .number(4)), ("الخامسة", .number(5)), ("السادسة", .number(6)),
            ("السابعة", .number(7)), ("الثامنة", .number(8)), ("التاسعة", .number(9)),
            ("العاشرة", .number(10)), ("الحادية عشرة", .number(11)),
            ("الثانية عشرة", .number(12)),
        ],
        "it": [
            ("mattina|di mattina|mattino", hours(5, 13)), ("pomeriggio|di pomeriggio", hours(12, 19)),
            ("sera|di sera", hours(17, 24)), ("mezzogiorno", .noon), ("oggi", .day(0)), ("domani", .day(1)),
            ("dopodomani", .day(2)), ("e mezza|e mezzo", .plus(30)), ("e un quarto", .plus(15)), ("dopo|dalle", .from),
            ("prima delle", .before), ("alle|ore|prossimo", .filler),
        ],
        "pt": [
            ("manhã|de manhã|da manhã", hours(5, 12)), ("tarde|à tarde|da tarde", hours(12, 19)),
            ("noite|à noite|da noite", hours(18, 24)), ("meio-dia", .noon), ("hoje", .day(0)), ("amanhã", .day(1)),
            ("depois de amanhã", .day(2)), ("h|horas", .hours), ("e meia", .plus(30)), ("depois das", .from),
            ("antes das", .before), ("às|as|próxima", .filler),
        ],
        "nl": [
            ("ochtend|'s ochtends|morgenochtend", hours(5, 12)), ("middag|'s middags", hours(12, 18)),
            ("avond|'s avonds", hours(17, 24)), ("vandaag", .day(0)), ("morgen", .day(1)), ("overmorgen", .day(2)),
            ("uur", .hours), ("half", .offset(-30)), ("kwart over", .offset(15)), ("kwart voor", .offset(-15)),
            ("na|vanaf", .from), ("voor", .before), ("volgende week", .week(1)),
            ("om|volgende", .filler),
        ],
    ]
}
