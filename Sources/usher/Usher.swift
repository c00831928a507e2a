import ArgumentParser
@main struct Usher: ParsableCommand { func run() {} }
