"""Runs samples in one scope: each line of the input has the code of one, as JSON."""

import json
import sys

import requests

end_mark = sys.argv[1]


def write(value):
    sys.stdout.write(value if isinstance(value, str) else json.dumps(value))


class Session(requests.Session):
    """A session that fails for an error, unless the sample looks at the status."""

    def send(self, request, **options):
        response = super().send(request, **options)
        if "status_code" not in code:
            response.raise_for_status()
        return response


requests.Session = requests.sessions.Session = Session
scope = {"print": write}
for line in sys.stdin:
    code = json.loads(line)
    exec(code, scope)
    print(f"\n{end_mark}", flush=True)
