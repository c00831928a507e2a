"""Lets a few customers of the web chat talk to a server, so that its admin API has something to show."""
import http.cookiejar
import json
import sys
import time
import urllib.error
import urllib.request
import uuid

url, token = sys.argv[1:3]


class Customer:
    def __init__(self):
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.opener = urllib.request.build_opener(cookies)
        self.id = self.post("session", {})["customer"]
        self.conversation = self.post("conversations", {})["id"]

    def post(self, path, body):
        request = urllib.request.Request(
            f"{url}/chat/api/{path}", json.dumps(body).encode(), {"Content-Type": "application/json", "Origin": url})
        return json.load(self.opener.open(request, timeout=20))

    def says(self, text):
        part = {"mime_type": "application/vnd.layer.text+json;role=root", "body": json.dumps({"text": text})}
        self.post(f"conversations/{self.conversation}/messages", {"id": str(uuid.uuid4()), "parts": [part]})


def admin(path, body=None, headers={}):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(
        f"{url}/admin/api/{path}", data, {"Authorization": f"Bearer {token}", **headers})
    return json.load(urllib.request.urlopen(request, timeout=20))


def until(what, happened):
    for _ in range(600):
        try:
            if happened():
                return
        except (urllib.error.URLError, ConnectionError):
            pass
        time.sleep(0.1)
    sys.exit(f"{what}: this did not happen within a minute")


def live():
    return urllib.request.urlopen(f"{url}/health/live", timeout=5).status == 200


until("the server is live", live)
people = [["hello", "Find my parcel"], ["hello", "Fetch a parcel", "12 Harbour Road"], ["help"], ["hello"]]
customers = []
for lines in people:
    customer = Customer()
    for line in lines:
        customer.says(line)
        time.sleep(0.3)
    customers.append(customer)
until("all have sessions", lambda: len(admin("sessions")["sessions"]) == len(people))
until("one waits for people", lambda: len(admin("handovers")["handovers"]) == 1)
until("a row is kept", lambda: admin("results")["results"][0]["rows"] == 1)
event = {"event": "parcel shipped", "customer": customers[0].id, "values": {"number": 17}}
print(admin("events", event, {"Idempotency-Key": "first"}))
