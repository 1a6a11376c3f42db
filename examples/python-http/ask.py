"""Starts a conversation, asks its questions in the terminal, and prints what the agent says in the end."""

import json
import os
import sys
import urllib.error
import urllib.request

URL = os.environ.get("ASKBACK_URL", "http://127.0.0.1:4100")
KEY = os.environ["ASKBACK_KEY"]
AGENT = os.environ.get("ASKBACK_AGENT", "planner")
# Refusals after which there is something to do: answer again, or go on with what somebody else has answered.
PASSING = ("answer-misfit", "revision-changed", "already-resolved")


class Refused(Exception):
    """What the server says to a person about a request that it refused."""

    def __init__(self, problem):
        parts = (problem.get(part) for part in ("title", "detail", "hint"))
        super().__init__(". ".join(filter(None, parts)))
        self.code = problem["code"]


def call(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    request = urllib.request.Request(URL + path, data, headers, method=method)
    try:
        return urllib.request.urlopen(request, timeout=60)
    except urllib.error.HTTPError as error:
        raise Refused(json.load(error)) from None


def read(path):
    with call("GET", path) as response:
        return json.load(response)


def ask(question):
    """A number picks an option, anything else is own words."""
    print("\n" + question["text"])
    for number, option in enumerate(question["options"], start=1):
        print(f"  {number}. {option['label']}")
    line = input("> ")
    if line.isdigit() and 1 <= int(line) <= len(question["options"]):
        picked = question["options"][int(line) - 1]
        return {"question": question["id"], "options": [picked["id"]]}
    return {"question": question["id"], "text": line}


def answer(inquiry):
    """Asks the questions in the terminal, again if the answer does not fit them, or if they have changed."""
    while inquiry["status"] == "open":
        answers = [ask(question) for question in inquiry["questions"]]
        body = {"answers": answers, "revision": inquiry["revision"]}
        try:
            return call("POST", f"/v1/inquiries/{inquiry['id']}/answer", body).close()
        except Refused as refused:
            if refused.code not in PASSING:
                raise
            print(f"\n{refused}")
            inquiry = read(f"/v1/inquiries/{inquiry['id']}")


def follow(conversation):
    """The types of its events, from the first one on, as they happen."""
    with call("GET", f"/v1/events?after=0&conversation={conversation}") as stream:
        for line in stream:
            if line.startswith(b"event: "):
                yield line[len(b"event: ") :].strip().decode()


def main():
    message = sys.argv[1] if len(sys.argv) > 1 else "A weekend away in May"
    with call("POST", "/v1/conversations", {"agent": AGENT, "message": message}) as started:
        conversation = json.load(started)["id"]

    # An event says that something changed; the conversation says what it is now.
    for event in follow(conversation):
        if event not in ("inquiry.asked", "run.finished", "run.failed"):
            continue
        now = read(f"/v1/conversations/{conversation}")
        if now["status"] == "parked":
            answer(now["inquiry"])
        if now["status"] in ("idle", "failed"):
            break

    last = read(f"/v1/conversations/{conversation}/transcript")["items"][-1]
    print("\n".join(block["text"] for block in last["blocks"] if block["type"] == "text"))


try:
    main()
except (Refused, EOFError) as ended:
    sys.exit(str(ended))
