import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** A store, e.g. DynamoDB, that runs in a process of its own. */
export interface Engine {
  /** The name in messages, e.g. `DynamoDB`. */
  name: string;
  port: number;
  /** URL without a trailing slash. */
  endpoint: string;
  /** Resolves with the reason if the engine ends unexpectedly. */
  crashed: Promise<string>;
  end(): Promise<void>;
}

export interface ServerCommand {
  name: string;
  /** The address on which the server listens. */
  host: string;
  command: string;
  args(port: number): string[];
  /** Part of the line that the server prints when it listens. */
  readyMessage: string;
}

/** Another process may take the free port first, so the start is attempted on several ports. */
const maxAttempts = 5;

/**
 * Maximum time for a server to end after SIGTERM. A later SIGKILL loses nothing, because the
 * server has stored every write that it confirmed.
 */
const gracePeriodMs = 300;

/**
 * Runs a server that is killed when this process ends, even by SIGKILL. A subshell in the
 * background reads from a pipe (fd 3), whose other end this process holds. When this process ends,
 * the pipe closes, `read` returns, and the subshell kills the server.
 *
 * The files that the server creates, the data of all people, are for their owner alone. `exec`
 * gives the server the process id of the shell (`$$`), to which this process sends signals.
 */
const guardedCommand =
  'umask 077; (read -r _ <&3; kill $$) >/dev/null 2>&1 & exec "$@" 3<&-';

/** Returns a port of an address of loopback that nothing uses now. */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  const probe = createServer();
  probe.listen(0, host);
  await once(probe, 'listening');

  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
}

function spawnServer(command: string, args: readonly string[]): ChildProcess {
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe', 'pipe'];
  if (process.platform === 'win32') return spawn(command, args, { stdio });

  const shellArgs = ['-c', guardedCommand, 'sh', command, ...args];
  // In its own session, the server does not receive Ctrl-C, so this process can shut it down in the
  // right order.
  return spawn('sh', shellArgs, { stdio, detached: true });
}

/** Calls `onLine` with each line that a process prints, except empty ones. */
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

/**
 * Starts the server once. Returns the running engine, or the last line of the server if it ends
 * before it listens.
 */
async function attemptStart(
  server: ServerCommand,
  port: number,
  log: (line: string) => void,
): Promise<Engine | { lastLine: string | undefined }> {
  const child = spawnServer(server.command, server.args(port));
  const ready = Promise.withResolvers<boolean>();
  const crash = Promise.withResolvers<string>();
  let isReady = false;
  let isEnding = false;
  let lastLine: string | undefined;

  listenToLines(child, (line) => {
    lastLine = line;
    if (line.includes(server.readyMessage)) ready.resolve(true);
    else if (isReady && !isEnding) log(line);
  });
  child.on('error', () => ready.resolve(false));
  // Closing the pipe ends the subshell. Node emits `close` when all pipes of the process are
  // closed, so the last line has been read by then.
  child.on('exit', () => child.stdio[3]?.destroy());
  child.on('close', (code, signal) => {
    ready.resolve(false);
    if (!isEnding) crash.resolve(`it ended with ${signal ?? `exit code ${code}`}`);
  });

  isReady = await ready.promise;
  if (!isReady) return { lastLine };

  return {
    name: server.name,
    port,
    endpoint: `http://${server.host}:${port}`,
    crashed: crash.promise,
    end: () => {
      isEnding = true;
      return endProcess(child);
    },
  };
}

/**
 * Starts a server process on `fixedPort`, or on a free port by default. Throws an error with the
 * server's last line if it does not listen after several attempts.
 */
export async function startProcess(
  server: ServerCommand,
  log: (line: string) => void,
  fixedPort?: number,
): Promise<Engine> {
  const { name, host, command } = server;
  let reason = `${command} failed ${maxAttempts} times.`;

  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const port = fixedPort ?? (await findFreePort(host));
    const result = await attemptStart(server, port, log);
    if ('endpoint' in result) return result;

    reason = result.lastLine ?? reason;
  }
  throw new Error(`${name} does not start: ${reason}`);
}
