import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Engine } from './engine.ts';

/** How to start a server process, and the words of its own that say it is listening. */
export interface ServerCommand {
  name: string;
  command: string;
  args(port: number): string[];
  readyMessage: string;
}

/** Starts that are tried before a taken port is taken seriously. */
const attempts = 5;
const host = '127.0.0.1';
/** How long a process may wait for its clients when it is asked to end; what they have written is safe already. */
const graceInMillis = 300;

/**
 * Runs a command that ends with this process, however this process ends: a watcher reads a pipe that only closes then.
 * `exec` keeps the process id, so that ending the child ends the server itself.
 */
const guardedCommand = '(read -r _ <&3; kill $$) >/dev/null 2>&1 & exec "$@" 3<&-';

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, host);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
}

function spawnGuarded(command: string, args: string[]): ChildProcess {
  const stdio = ['ignore', 'pipe', 'pipe', 'pipe'] as const;
  // A session of its own: Ctrl-C in the terminal reaches this process only, which then ends the server in order.
  return process.platform === 'win32'
    ? spawn(command, args, { stdio: [...stdio] })
    : spawn('sh', ['-c', guardedCommand, 'sh', command, ...args], {
        stdio: [...stdio],
        detached: true,
      });
}

function watchLines(child: ChildProcess, onLine: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream as Readable }).on('line', (line) => line && onLine(line));
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), graceInMillis);
  await ended;
  clearTimeout(timer);
}

/** One try; undefined where the process ended before it was listening, which a taken port explains. */
async function tryToStart(
  server: ServerCommand,
  log: (line: string) => void,
): Promise<Engine | undefined> {
  const port = await findFreePort();
  const child = spawnGuarded(server.command, server.args(port));
  const ready = Promise.withResolvers<boolean>();
  const died = Promise.withResolvers<string>();
  let isAsked = false;
  watchLines(child, (line) =>
    line.includes(server.readyMessage) ? ready.resolve(true) : log(line),
  );
  child.on('error', () => ready.resolve(false));
  child.on('exit', (code, signal) => {
    child.stdio[3]?.destroy();
    ready.resolve(false);
    if (!isAsked) died.resolve(`it ended with ${signal ?? `exit code ${code}`}`);
  });
  if (!(await ready.promise)) return undefined;
  return {
    name: server.name,
    endpoint: `http://${host}:${port}`,
    exited: died.promise,
    end: () => {
      isAsked = true;
      return end(child);
    },
  };
}

/** Starts a server process on a free port of its own. Throws a sentence where it does not begin to listen. */
export async function startProcess(
  server: ServerCommand,
  log: (line: string) => void,
): Promise<Engine> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const engine = await tryToStart(server, log);
    if (engine) return engine;
  }
  throw new Error(
    `${server.name} does not start: ${server.command} ended ${attempts} times before it listened.`,
  );
}
