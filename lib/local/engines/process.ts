import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Engine } from './engine.ts';

/** How to start a server process. */
export interface ServerCommand {
  name: string;
  command: string;
  args(port: number): string[];
  /** Part of the line that the server prints when it listens. */
  readyMessage: string;
}

/** Another process may take the free port first, so the start is attempted on several ports. */
const maxAttempts = 5;
const host = '127.0.0.1';

/** Time for the process to end by itself. Its data is already safe. */
const gracePeriodMs = 300;

/**
 * Runs a command that ends with this process, even if this process is killed: a watcher reads a
 * pipe that closes then. `exec` keeps the process id, so that a signal reaches the server itself.
 */
const guardedCommand = '(read -r _ <&3; kill $$) >/dev/null 2>&1 & exec "$@" 3<&-';

async function findFreePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, host);
  await once(probe, 'listening');

  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
}

function spawnServer(command: string, args: readonly string[]): ChildProcess {
  const stdio = ['ignore', 'pipe', 'pipe', 'pipe'] as const;
  if (process.platform === 'win32') return spawn(command, args, { stdio: [...stdio] });

  const shellArgs = ['-c', guardedCommand, 'sh', command, ...args];
  // In a session of its own the server does not receive Ctrl-C, and this process ends it in order.
  return spawn('sh', shellArgs, { stdio: [...stdio], detached: true });
}

function listenToLines(child: ChildProcess, onLine: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) {
    const lines = createInterface({ input: stream as Readable });
    lines.on('line', (line) => {
      if (line !== '') onLine(line);
    });
  }
}

async function endProcess(child: ChildProcess): Promise<void> {
  const hasEnded = child.exitCode !== null || child.signalCode !== null;
  if (hasEnded) return;

  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), gracePeriodMs);
  await exit;
  clearTimeout(timer);
}

/** Starts the server once. Returns undefined if it ends before it listens. */
async function attemptStart(
  server: ServerCommand,
  log: (line: string) => void,
): Promise<Engine | undefined> {
  const port = await findFreePort();
  const child = spawnServer(server.command, server.args(port));
  const ready = Promise.withResolvers<boolean>();
  const crash = Promise.withResolvers<string>();
  let isEnding = false;

  listenToLines(child, (line) => {
    if (line.includes(server.readyMessage)) ready.resolve(true);
    else log(line);
  });
  child.on('error', () => ready.resolve(false));
  child.on('exit', (code, signal) => {
    child.stdio[3]?.destroy();
    ready.resolve(false);
    if (!isEnding) crash.resolve(`it ended with ${signal ?? `exit code ${code}`}`);
  });

  const isReady = await ready.promise;
  if (!isReady) return undefined;

  return {
    name: server.name,
    endpoint: `http://${host}:${port}`,
    crashed: crash.promise,
    end: () => {
      isEnding = true;
      return endProcess(child);
    },
  };
}

/** Starts a server process on a free port. Throws if it does not listen after several attempts. */
export async function startProcess(
  server: ServerCommand,
  log: (line: string) => void,
): Promise<Engine> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const engine = await attemptStart(server, log);
    if (engine) return engine;
  }

  const { name, command } = server;
  throw new Error(`${name} does not start: ${command} failed ${maxAttempts} times.`);
}
