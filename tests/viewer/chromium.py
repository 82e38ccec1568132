"""A headless Chromium driven by the DevTools protocol over pipes (--remote-debugging-pipe): JSON messages that end with a NUL, written
to the browser's descriptor 3 and read from its descriptor 4.  The standard library is all that it needs."""
import base64, fcntl, json, os, queue, shutil, subprocess, sys, tempfile, threading, time


def find():
    return next((found for found in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if found), None)


# Takes the place of itself by the browser, with the descriptors where that wants them.
START = "import os, sys; os.dup2(int(sys.argv[1]), 3); os.dup2(int(sys.argv[2]), 4); os.execv(sys.argv[3], sys.argv[3:])"


class Failure(Exception):
    """what the browser or the page answered in place of a result"""


class Browser:
    """One browser with a profile of its own; `seconds` is for everything together, as the machine may be slow at times."""

    def __init__(self, program, seconds):
        self.deadline = time.monotonic() + seconds
        self.profile = tempfile.TemporaryDirectory()
        self.said = tempfile.TemporaryFile()
        to_browser, self.out = os.pipe()
        self.back, from_browser = os.pipe()
        high = [fcntl.fcntl(fd, fcntl.F_DUPFD, 20) for fd in (to_browser, from_browser)]  # out of the way of 3 and 4
        command = [
            program,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--no-first-run",
            "--force-device-scale-factor=1",
            "--hide-scrollbars",
            "--remote-debugging-pipe",
            "--user-data-dir=" + self.profile.name,
            "about:blank",
        ]
        self.process = subprocess.Popen(
            [sys.executable, "-c", START] + [str(fd) for fd in high] + command,
            pass_fds=high,
            stdin=subprocess.DEVNULL,
            stdout=self.said,
            stderr=self.said,
        )
        for fd in high + [to_browser, from_browser]:
            os.close(fd)
        self.next_id, self.messages, self.listeners = 0, queue.Queue(), []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        rest = b""
        while True:
            chunk = os.read(self.back, 1 << 16)
            if not chunk:
                break
            *whole, rest = (rest + chunk).split(b"\0")
            for message in whole:
                self.messages.put(json.loads(message))
        self.messages.put(None)

    def next_message(self):
        """handle one message; gives it"""
        try:
            message = self.messages.get(timeout=max(self.deadline - time.monotonic(), 0.01))
        except queue.Empty:
            raise Failure("the time is over") from None
        if message is None:
            self.said.seek(0)
            raise Failure("the browser has ended; it said: " + self.said.read().decode("utf-8", "replace"))
        if "method" in message:
            for listener in self.listeners:
                listener(message)
        return message

    def send(self, method, session=None, **parameters):
        self.next_id += 1
        message = {"id": self.next_id, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode("utf-8") + b"\0"
        while data:
            data = data[os.write(self.out, data) :]
        return self.next_id

    def call(self, method, session=None, **parameters):
        number = self.send(method, session, **parameters)
        while True:
            message = self.next_message()
            if message.get("id") == number:
                if "error" in message:
                    raise Failure("%s: %s" % (method, message["error"]["message"]))
                return message["result"]

    def page(self, url):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        return Page(self, target, session, url)

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.out)
        self.said.close()
        try:
            self.profile.cleanup()
        except OSError:
            pass  # a process of the browser may still have been writing there


class Page:
    """One page; `requests` are the URLs that it and its workers asked for, `complaints` what stood on its console."""

    def __init__(self, browser, target, session, url):
        self.browser, self.target, self.session, self.requests, self.complaints, self.workers = browser, target, session, [], [], {}
        browser.listeners.append(self.listen)
        for domain in ("Page", "Runtime", "Network", "Log", "DOM"):
            self.call(domain + ".enable")
        self.call("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=True, flatten=True)
        self.call("Page.navigate", url=url)

    def listen(self, message):
        method, parameters, session = message["method"], message["params"], message.get("sessionId")
        if session != self.session and session not in self.workers:
            return
        if method == "Target.attachedToTarget":
            worker = parameters["sessionId"]
            self.workers[worker] = parameters["targetInfo"]
            for start in ("Network.enable", "Runtime.enable", "Runtime.runIfWaitingForDebugger"):
                self.browser.send(start, worker)
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(parameters["exceptionDetails"].get("exception", {}).get("description") or parameters["exceptionDetails"]["text"])
        elif method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            self.complaints.append("%s %s" % (parameters["entry"]["text"], parameters["entry"].get("url", "")))

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def run(self, expression, session=None):
        """the value of a JavaScript expression, of a promise what it becomes"""
        result = self.browser.call(
            "Runtime.evaluate", session or self.session, expression=expression, awaitPromise=True, returnByValue=True, userGesture=True
        )
        if "exceptionDetails" in result:
            raise Failure(
                "%s\nin %s" % (result["exceptionDetails"].get("exception", {}).get("description", result["exceptionDetails"]["text"]), expression)
            )
        return result["result"].get("value")

    def wait(self, condition):
        """until a JavaScript expression holds; it is looked at whenever the page changes, and when it is asked for"""
        return self.run(
            """new Promise((resolve) => {
          const look = () => { let value; try { value = (%s); } catch (problem) { return; } if (value) { observer.disconnect(); resolve(value); } };
          const observer = new MutationObserver(look);
          observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
          look();
        })"""
            % condition
        )

    def close(self):
        self.browser.listeners.remove(self.listen)
        self.browser.call("Target.closeTarget", targetId=self.target)

    def drop(self, paths, x=200, y=200):
        """drop files or folders of this machine, as the mouse would"""
        data = {"items": [], "files": paths, "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.call("Input.dispatchDragEvent", type=kind, x=x, y=y, data=data)

    def choose(self, selector, paths):
        """files of an <input>"""
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", nodeId=node, files=paths)

    def press(self, key, code=None, **more):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=code or key, **more)

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, x, y):
        self.mouse("mousePressed", x, y, button="left", clickCount=1)
        self.mouse("mouseReleased", x, y, button="left", clickCount=1)

    def size(self, width, height, mobile=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=mobile)

    def screenshot(self):
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])
