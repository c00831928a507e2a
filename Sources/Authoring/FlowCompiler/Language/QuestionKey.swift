/// The keys of the kinds of answer, one for each kind of question.
enum QuestionKey: String, CaseIterable {
    case answers, times, text, number, money, date, photo, file, place, form
    case signIn = "sign_in"
    case pay, app
}
