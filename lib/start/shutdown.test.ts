import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';

/** Starts a program that waits for its end, and then runs `code`. */
async function startProgram(code: string): Promise<ChildProcess> {
  const script = `
    import { waitForShutdown } from './shutdown.ts';
    setInterval(() => {}, 1000);
    const stopped = waitForShutdown();
    console.log('ready');
    await stopped;
    ${code};
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
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

it('a program that is ending ends at once after a second signal', async () => {
  const child = await startProgram('await new Promise(() => {})');
  const exit = once(child, 'exit');
  while (child.kill('SIGINT')) await setTimeout(50);
  expect(await exit).toEqual([130, null]);
});
