import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';

/** Starts a program that waits for its end, and then runs `code`. */
const startProgram = (code: string) => start(process.execPath, buildArguments(code), {});

/** Starts the program as npm does: a shell is its parent. */
function startScript(code: string) {
  const shellArguments = ['-c', '"$@" & wait', 'sh', process.execPath];
  const npmVariable = { npm_lifecycle_event: 'start' };
  return start('sh', [...shellArguments, ...buildArguments(code)], npmVariable);
}

/** The program runs no longer than a test, even if its parent has ended. */
function buildArguments(code: string): string[] {
  const script = `
    import { waitForShutdown } from './shutdown.ts';
    setTimeout(() => {}, 300_000);
    const stopped = waitForShutdown();
    console.log('ready');
    await stopped;
    ${code};
  `;
  return ['--input-type=module', '-e', script];
}

async function start(
  command: string,
  args: readonly string[],
  variables: Record<string, string>,
) {
  const child = spawn(command, args, {
    cwd: import.meta.dirname,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a program ends after %s',
  async (signal) => {
    const child = await startProgram('process.exit(7)');
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([7, null]);
  },
);

it('a script of npm ends with its parent, which does not forward signals', async () => {
  const shell = await startScript("console.log('ended'); process.exit()");
  shell.kill('SIGKILL');
  // The output ends when the program has ended.
  expect(await text(shell.stdout)).toBe('ended\n');
});

it('a program that is ending ends at once after a second signal', async () => {
  const child = await startProgram('await new Promise(() => {})');
  const exit = once(child, 'exit');
  while (child.kill('SIGINT')) await setTimeout(50);
  expect(await exit).toEqual([130, null]);
});
