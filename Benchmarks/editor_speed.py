"""Types into a flow as an editor does, and measures the time from each key to the diagnostics of its version, and the processor time
of the server for it, which other programs on the machine change little.

usage: editor_speed.py USHER PROJECT STEPS
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

USHER, PROJECT, STEPS = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
FLOW = PROJECT / "Flows" / "flow0.yaml"
RUNS, KEYS = 5, 200


class Server:
    def __init__(self):
        self.process = subprocess.Popen([USHER, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.id = 0

    def send(self, method, params, is_request=False):
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if is_request:
            self.id += 1
            message["id"] = self.id
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()
        return self.id

    def receive(self):
        length = 0
        while (line := self.process.stdout.readline().strip()) != b"":
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.process.stdout.read(length))

    def answer(self, number):
        while (message := self.receive()).get("id") != number or "method" in message:
            pass
        return message

    def diagnostics(self, version):
        while True:
            message = self.receive()
            if message.get("method") == "textDocument/publishDiagnostics":
                if message["params"].get("version") == version:
                    return

    def memory(self):
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1]) / 1024

    def processor(self):
        """The milliseconds that its threads have run."""
        files = pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(file.read_text().split()[0]) for file in files) / 1e6

    def stop(self):
        self.answer(self.send("shutdown", None, is_request=True))
        self.send("exit", None)
        self.process.wait()


def percentile(times, share):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def run(with_request):
    """Types a sentence again and again in the middle of the flow. Returns the milliseconds of each key, elapsed and of the processor."""
    server, uri = Server(), FLOW.as_uri()
    capabilities = {"general": {"positionEncodings": ["utf-8"]}}
    parameters = {"processId": os.getpid(), "rootUri": PROJECT.as_uri(), "capabilities": capabilities}
    server.answer(server.send("initialize", parameters, is_request=True))
    server.send("initialized", {})
    text = FLOW.read_text()
    document = {"uri": uri, "languageId": "usher-flow", "version": 0, "text": text}
    server.send("textDocument/didOpen", {"textDocument": document})
    server.diagnostics(0)
    lines = text.split("\n")
    line = next(n for n in range(len(lines) // 2, len(lines)) if "ask: Question" in lines[n])
    column = len(lines[line])
    times, processor, typed = [], [], "and is it still so, {step0} or not"
    for key in range(KEYS):
        at = column + key
        position = {"line": line, "character": at}
        change = {"range": {"start": position, "end": position}, "text": typed[key % len(typed)]}
        identifier = {"uri": uri, "version": key + 1}
        used, began = server.processor(), time.perf_counter()
        server.send("textDocument/didChange", {"textDocument": identifier, "contentChanges": [change]})
        if with_request:
            # Editors ask for something at every key.
            server.send("textDocument/completion", {
                "textDocument": {"uri": uri}, "position": {"line": line, "character": at + 1}}, is_request=True)
        server.diagnostics(key + 1)
        times.append((time.perf_counter() - began) * 1000)
        processor.append(server.processor() - used)
    peak = server.memory()
    server.stop()
    return times, processor, peak


def median(results, share):
    return statistics.median(percentile(times, share) for times in results)


# In turns, so that a slow minute of the machine slows both.
results = {False: [], True: []}
for _ in range(RUNS):
    for with_request in results:
        results[with_request].append(run(with_request))
for with_request, runs in results.items():
    times, processor, peaks = zip(*runs)
    what = "with a completion" if with_request else "alone"
    print(
        f"{STEPS:5d} steps, each key {what:18s}  p50 {median(times, 0.5):6.1f} ms  p95 {median(times, 0.95):6.1f} ms  "
        f"processor p50 {median(processor, 0.5):6.1f} ms  p95 {median(processor, 0.95):6.1f} ms  "
        f"peak {statistics.median(peaks):5.0f} MB")
