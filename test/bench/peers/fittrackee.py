"""Serves FitTrackee with a database of its own.

Prints the address and the token of a user as JSON. For each line of input, prints the CPU time of
its processes and of PostgreSQL, in ms. Ends at the end of its input.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pgserver
import psutil
import requests

account = {'email': 'bench@example.com', 'password': 'a password for the benchmark'}


def find_free_port() -> int:
    with socket.socket() as listener:
        listener.bind(('127.0.0.1', 0))
        return listener.getsockname()[1]


def read_cpu(pids: list[int]) -> float:
    """Returns the CPU time of processes and their descendants, in ms."""
    roots = [psutil.Process(pid) for pid in pids]
    children = [child for root in roots for child in root.children(recursive=True)]
    times = [process.cpu_times() for process in roots + children]
    return 1000 * sum(cpu.user + cpu.system for cpu in times)


def log_in(url: str) -> str:
    """Returns a token, as soon as the server responds."""
    for _ in range(300):
        try:
            return requests.post(f'{url}/auth/login', json=account).json()['auth_token']
        except requests.ConnectionError:
            time.sleep(0.1)
    raise TimeoutError('FitTrackee does not respond.')


# Exits in the regular way, so that pgserver stops PostgreSQL.
signal.signal(signal.SIGTERM, lambda *_: sys.exit())
with tempfile.TemporaryDirectory() as folder:
    postgres = pgserver.get_server(Path(folder, 'postgres'))
    postgres.psql('CREATE DATABASE fittrackee;')
    port = find_free_port()
    url = f'http://127.0.0.1:{port}/api'
    environment = {
        **os.environ,
        'APP_SECRET_KEY': 'a key of 32 bytes for the benchmark',
        'DATABASE_URL': postgres.get_uri('fittrackee'),
        'UI_URL': url,
        'UPLOAD_FOLDER': folder,
    }
    programs = Path(sys.executable).parent

    def run(program: str, *args: str) -> subprocess.Popen:
        """Starts a program of FitTrackee, whose output is not part of the replies."""
        return subprocess.Popen(
            [programs / program, *args],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=sys.stderr,
        )

    run('ftcli', 'db', 'upgrade').wait()
    email, password = account.values()
    user = ['bench', '--email', email, '--password', password]
    run('ftcli', 'users', 'create', *user).wait()
    # The workers of FitTrackee's own command would share one connection to the database.
    workers = ['--workers', str(os.cpu_count())]
    server = run('gunicorn', *workers, '--bind', f'127.0.0.1:{port}', 'fittrackee:create_app()')
    print(json.dumps({'url': url, 'token': log_in(url)}), flush=True)
    for _ in sys.stdin:
        print(read_cpu([server.pid, postgres.get_pid()]), flush=True)
    server.terminate()
    server.wait()
    postgres.cleanup()
