"""Man pages and completions, from what the program says of its own commands."""

import gzip
import json
import subprocess

TITLES = {"usher": "conversation flows for businesses"}


def commands(program):
    """The commands of the program, from the outermost inwards, as (path of names, description)."""
    output = subprocess.run([program, "--experimental-dump-help"], check=True, stdout=subprocess.PIPE, text=True).stdout
    found = []

    def walk(command, path):
        path = path + [command["commandName"]]
        found.append((path, command))
        for child in command.get("subcommands", []):
            if child.get("shouldDisplay", True) and child["commandName"] != "help":
                walk(child, path)

    walk(json.loads(output)["command"], [])
    return found


def escaped(text):
    """Text as troff takes it literally."""
    lines = text.replace("\\", "\\e").replace("-", "\\-").split("\n")
    return "\n".join("\\&" + line if line.startswith((".", "'")) else line for line in lines)


def spelled(argument):
    """An option or an operand as users type it: `--format FORMAT`."""
    value = argument.get("valueName", "value").upper()
    if argument["kind"] == "positional":
        return [value]
    names = [("-" if name["kind"] == "short" else "--") + name["name"] for name in argument["names"]]
    names.sort(key=len)
    return [name + (f" {value}" if argument["kind"] == "option" else "") for name in names]


def synopsis(argument):
    short = spelled(argument)[-1]
    if argument.get("isRepeating"):
        short += " ..."
    return f"[{short}]" if argument.get("isOptional") else short


def page(path, command, facts):
    """One man page in the macros of man(7)."""
    name = "-".join(path)
    abstract = (command.get("abstract") or TITLES.get(name, "")).rstrip(".")
    arguments = [each for each in command.get("arguments", []) if each.get("shouldDisplay", True)]
    # Every command has these two; the page of the program describes them.
    own = [each for each in arguments if len(path) == 1 or each.get("valueName") not in ("help", "version")]
    from time import gmtime, strftime

    lines = [
        f'.TH {name.upper().replace("-", chr(92) + "-")} 1 "{strftime("%Y-%m-%d", gmtime(facts.epoch))}" "Usher {facts.version}" "Usher"',
        ".SH NAME", f"{escaped(name)} \\- {escaped(abstract[:1].lower() + abstract[1:])}",
        ".SH SYNOPSIS", f".B {escaped(' '.join(path))}",
    ]
    children = [
        each for each in command.get("subcommands", []) if each.get("shouldDisplay", True) and each["commandName"] != "help"]
    lines.append(escaped(" ".join(["COMMAND"] if children else [synopsis(each) for each in own])))
    examples = ""
    if command.get("discussion"):
        text, separator, examples = command["discussion"].partition("Examples:\n")
        after = ""
        if separator:
            examples, _, after = examples.partition("\n\n")
        lines.append(".SH DESCRIPTION")
        for paragraph in [each for each in (text + "\n\n" + after).split("\n\n") if each.strip()]:
            # Lines that begin with spaces are laid out by hand.
            if any(line.startswith("  ") for line in paragraph.split("\n")):
                lines += [".PP", ".nf", escaped(paragraph), ".fi"]
            else:
                lines += [".PP", escaped(paragraph.strip())]
    if children:
        lines.append(".SH COMMANDS")
        for child in children:
            lines += [".TP", f".BR {escaped('-'.join(path + [child['commandName']]))} (1)", escaped(child.get("abstract", ""))]
    for title, kinds in (("OPERANDS", {"positional"}), ("OPTIONS", {"option", "flag"})):
        some = [each for each in own if each["kind"] in kinds]
        if some:
            lines.append(f".SH {title}")
        for argument in some:
            about = argument.get("abstract") or ""
            if argument.get("defaultValue"):
                about += f" (default: {argument['defaultValue']})"
            lines += [".TP", f".B {escaped(', '.join(spelled(argument)))}", escaped(about.strip() or "See above.")]
    if examples.strip():
        lines += [".SH EXAMPLES", ".nf", escaped(examples.strip("\n")), ".fi"]
    lines.append(".SH SEE ALSO")
    if len(path) > 1:
        lines.append(f".BR {escaped('-'.join(path[:-1]))} (1)")
    lines.append("The pages in /usr/share/doc/usher/Docs.")
    return "\n".join(lines) + "\n"


def write(program, facts, folder):
    """Writes a compressed page for each command into `man1`."""
    pages = folder / "man1"
    pages.mkdir(parents=True)
    for path, command in commands(program):
        data = page(path, command, facts).encode()
        (pages / f"{'-'.join(path)}.1.gz").write_bytes(gzip.compress(data, 9, mtime=0))


def write_completions(program, folder):
    folder.mkdir(parents=True)
    for shell, name in (("bash", "usher.bash"), ("zsh", "_usher"), ("fish", "usher.fish")):
        script = subprocess.run(
            [program, "--generate-completion-script", shell], check=True, stdout=subprocess.PIPE).stdout
        (folder / name).write_bytes(script)
