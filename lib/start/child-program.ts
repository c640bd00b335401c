import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../paths.ts';
import { buildLimitedEnvironment } from './limit-arenas.ts';

/** Which output of a program is printed. */
export type Output = 'all' | 'errors';

/** Starts a program of `bin/`. The program is stopped when the signal aborts. */
export function startChild(
  script: string,
  args: readonly string[],
  signal: AbortSignal,
  output: Output = 'all',
): ChildProcess {
  const path = join(root, 'bin', script);
  const stdout = output === 'all' ? 'inherit' : 'ignore';
  const child = spawn(process.execPath, [path, ...args], {
    env: buildLimitedEnvironment(),
    stdio: ['inherit', stdout, 'inherit', 'ipc'],
  });
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  child.once('exit', () => signal.removeEventListener('abort', stop));
  return child;
}

/** Runs a program to its end. Returns whether it succeeded. */
export async function runChild(
  script: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const child = startChild(script, args, signal);
  const [exitCode] = await once(child, 'exit');
  return exitCode === 0;
}

/** Receives the next message of a program. Resolves with undefined if the program ends before. */
export async function receiveReply(child: ChildProcess): Promise<unknown> {
  const controller = new AbortController();
  const { signal } = controller;
  const ended = once(child, 'exit', { signal }).then(() => []);
  const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
  controller.abort();
  return message;
}

/** Returns whether a program has not ended yet. */
export function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** Stops a program, and waits until it has ended. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
