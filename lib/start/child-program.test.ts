import { type ChildProcess, spawn } from 'node:child_process';
import { expect, it, onTestFinished } from 'vitest';
import { isRunning, restart, stopChild, waitUntilReady } from './child-program.ts';

/** Says that it is ready, and runs until it is stopped. */
const working = `process.send('ready'); setInterval(() => {}, 1000);`;
const broken = 'process.exit(1);';

function start(program: string): ChildProcess {
  const child = spawn(process.execPath, ['--eval', program], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  onTestFinished(() => stopChild(child));
  return child;
}

const neverAborted = new AbortController().signal;

it('replaces a service that runs, and one that has ended', async () => {
  for (const program of [working, broken]) {
    const service = start(program);
    await waitUntilReady(service);
    const newService = await restart(service, () => start(working), neverAborted);
    expect([newService, service].map(isRunning)).toEqual([true, false]);
  }
});

it('starts no service after the end of `npm run dev`', async () => {
  const service = start(working);
  await waitUntilReady(service);
  const startAgain = () => expect.unreachable('a service started');
  expect(await restart(service, startAgain, AbortSignal.abort())).toBe(service);
});
