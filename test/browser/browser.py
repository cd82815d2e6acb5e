# SPDX-License-Identifier: GPL-2.0-only
"""A headless Chromium, led by its DevTools protocol over two pipes: what a page asks for, says and draws.

Protocol: https://chromedevtools.github.io/devtools-protocol/ (domains Page, Network, Runtime, Log and Target). Messages
are JSON, each ended by a zero byte; the browser reads them from descriptor 3 and writes to 4."""

import fcntl
import json
import os
import select
import shutil
import subprocess
import time

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
OPTIONS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run", "--hide-scrollbars",
    "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage", "--window-size=1280,900",
]  # fmt: skip
PATIENCE = 60  # seconds until an answer; a page takes one or two
# Where pictures are, what they hold, and whether the page is wider than its window. Also names that are broken within a
# word, and sections of which two parts stand one below the other.
LOOK = """(() => {
  const box = element => { const r = element.getBoundingClientRect();
    return {x: r.x + scrollX, y: r.y + scrollY, width: r.width, height: r.height}; };
  const shown = element => { const r = element.getBoundingClientRect(); return r.width > 0 || r.height > 0; };
  const pen = document.createElement("canvas").getContext("2d");
  const broken = element => { pen.font = getComputedStyle(element).font;
    const style = getComputedStyle(element), room = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return element.textContent.split(/[\\s-]/).some(word => pen.measureText(word).width > room + 1); };
  document.querySelectorAll("details").forEach(each => each.open = true);
  return JSON.stringify({
    title: document.title,
    words: document.body.innerText.length,
    heads: [...document.querySelectorAll("h2")].filter(shown).map(each => each.textContent),
    rows: [...document.querySelectorAll("tbody tr")].filter(shown).length,
    wide: document.documentElement.scrollWidth - innerWidth,
    broken: [...document.querySelectorAll(".named td:first-child")].filter(broken).map(each => each.textContent),
    stacked: [...document.querySelectorAll(".beside")].filter(each => each.children.length == 2
      && new Set([...each.children].map(part => Math.round(part.getBoundingClientRect().top))).size > 1)
      .map(each => each.closest("section").querySelector("h2").textContent),
    images: [...document.images].filter(each => each.naturalWidth == 0).length,
    pictures: [...document.querySelectorAll("svg")].map(each => ({...box(each), shapes:
      [...each.querySelectorAll("line,path,polyline,polygon,circle,rect")].filter(shown).length})),
  });
})()"""
# How many colours a picture has, of which white is one.
COLOURS = """(async () => {
  const image = new Image(); image.src = "data:image/png;base64,%s"; await image.decode();
  const canvas = document.createElement("canvas"); canvas.width = image.width; canvas.height = image.height;
  const context = canvas.getContext("2d"); context.drawImage(image, 0, 0);
  const data = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
  return new Set(data).size;
})()"""


def program():
    """The browser's program, or nothing."""
    return next((found for name in PROGRAMS if (found := shutil.which(name))), None)


def without_network():
    """The words that run a command where there is no network, if this user may ask for that."""
    for words in (["unshare", "--net"], ["unshare", "--map-root-user", "--net"]):
        if shutil.which(words[0]) and subprocess.run([*words, "true"], capture_output=True, check=False).returncode == 0:
            return words
    return []


class Browser:
    """A browser, which runs until close()."""

    def __init__(self, folder):
        ours = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for pipe in (os.pipe(), os.pipe()) for end in pipe]
        theirs_in, self.to, self.from_, theirs_out = ours
        command = [*without_network(), program(), *OPTIONS, f"--user-data-dir={folder}/profile", "about:blank"]
        with open(f"{folder}/browser.log", "w", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                ["bash", "-c", f'exec "$@" 3<&{theirs_in} 4>&{theirs_out}', "bash", *command],
                pass_fds=(theirs_in, theirs_out), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={**os.environ, "HOME": str(folder)},
            )  # fmt: skip
        os.close(theirs_in)
        os.close(theirs_out)
        self.log, self.number, self.rest = f"{folder}/browser.log", 0, b""
        self.events = []

    def close(self):
        self.process.terminate()
        self.process.wait(PATIENCE)
        os.close(self.to)
        os.close(self.from_)

    def message(self, end):
        """The next message, before this time."""
        while b"\0" not in self.rest:
            ready, _, _ = select.select([self.from_], [], [], max(0, end - time.monotonic()))
            more = os.read(self.from_, 1 << 20) if ready else b""
            if not more:
                with open(self.log, encoding="utf-8", errors="replace") as log:
                    raise RuntimeError(f"the browser {'ended' if ready else 'says nothing'}: {log.read()[-2000:]}")
            self.rest += more
        text, _, self.rest = self.rest.partition(b"\0")
        return json.loads(text)

    def ask(self, method, session=None, **parameters):
        """The answer to a command; events before it are kept."""
        self.number += 1
        asked = {"id": self.number, "method": method, "params": parameters, **({"sessionId": session} if session else {})}
        text = json.dumps(asked).encode() + b"\0"
        while text:
            text = text[os.write(self.to, text) :]
        end = time.monotonic() + PATIENCE
        while True:
            said = self.message(end)
            if said.get("id") == self.number:
                if "error" in said:
                    raise RuntimeError(f"{method}: {said['error']['message']}")
                return said["result"]
            self.events.append(said)

    def wait(self, method):
        """Returns when an event of this name has come."""
        end = time.monotonic() + PATIENCE
        while all(event["method"] != method for event in self.events):
            self.events.append(self.message(end))

    def value(self, session, expression):
        """What a script comes to in the page."""
        found = self.ask("Runtime.evaluate", session, expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in found:
            raise RuntimeError(str(found["exceptionDetails"])[:500])
        return found["result"].get("value")

    def open(self, path):
        """Opens the page of a file. Returns what LOOK finds, with the colours of each picture, and what is wrong."""
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.ask(f"{domain}.enable", session)
        self.events.clear()
        address = path.resolve().as_uri()
        self.ask("Page.navigate", session, url=address)
        self.wait("Page.loadEventFired")
        self.value(session, "new Promise(done => requestAnimationFrame(() => setTimeout(done, 100)))")  # late scripts
        seen = json.loads(self.value(session, LOOK))
        seen["wrong"] = [words for event in self.events if (words := complaint(event, address))]
        for picture in seen["pictures"]:
            picture["colours"] = self.colours(session, picture) if picture["width"] and picture["height"] else 0
        self.ask("Target.closeTarget", targetId=target)
        return seen

    def colours(self, session, picture):
        """How many colours the page has in this place."""
        clip = {name: picture[name] for name in ("x", "y", "width", "height")}
        shot = self.ask("Page.captureScreenshot", session, clip={**clip, "scale": 1}, captureBeyondViewport=True)
        return self.value(session, COLOURS % shot["data"])


def complaint(event, address):
    """What is wrong if this has happened, or nothing: a page asks for nothing but its own file."""
    said = event.get("params", {})
    if event["method"] == "Network.requestWillBeSent" and said["request"]["url"] != address:
        return f"asks for {said['request']['url'][:100]}"
    if event["method"] == "Runtime.exceptionThrown":
        return f"script: {said['exceptionDetails'].get('exception', {}).get('description', 'fails')[:100]}"
    if event["method"] == "Runtime.consoleAPICalled" and said["type"] in ("error", "warning", "assert"):
        return f"console: {said['args'][0].get('value') if said['args'] else said['type']}"
    if event["method"] == "Log.entryAdded" and said["entry"]["level"] in ("error", "warning"):
        return f"log: {said['entry']['text'][:100]}"
    return None
