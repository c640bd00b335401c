import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { superviseEngine } from './supervisor.ts';

/** Supervises engines that the test starts and crashes by hand. */
async function supervise() {
  const disposables = new AsyncDisposableStack();
  onTestFinished(() => disposables.disposeAsync());
  const lines: string[] = [];
  const ports: (number | undefined)[] = [];
  let startGate = Promise.withResolvers<void>();
  let crash = Promise.withResolvers<string>();
  startGate.resolve();

  const start = async (port?: number) => {
    ports.push(port);
    await startGate.promise;
    crash = Promise.withResolvers();
    const engine = { name: 'DynamoDB', port: 8000, endpoint: 'http://127.0.0.1:8000' };
    return { ...engine, crashed: crash.promise, end: async () => undefined };
  };
  const log = (line: string) => void lines.push(line);
  const engine = await superviseEngine({ start, log }, disposables);

  return {
    ...engine,
    lines,
    ports,
    /** Keeps the next engine from starting until the returned function is called. */
    holdStart: () => {
      startGate = Promise.withResolvers();
      return startGate.resolve;
    },
    crash: async () => {
      crash.resolve('it ended with SIGKILL');
      await setImmediate();
    },
  };
}

it('a supervisor restarts a crashed engine on the same port, and reports it as unavailable until then', async () => {
  const engine = await supervise();
  const releaseStart = engine.holdStart();
  await engine.crash();
  expect(engine.isUnavailable()).toBe(true);
  expect(engine.ports).toEqual([undefined, 8000]);

  releaseStart();
  await setImmediate();
  expect(engine.isUnavailable()).toBe(false);
  expect(engine.lines).toEqual([
    'DynamoDB has crashed: it ended with SIGKILL. Requests fail with 503 until it is restarted.',
    'DynamoDB was restarted.',
  ]);
});

it('a supervisor restarts an engine at most three times in a minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const engine = await supervise();
  // A crash every 30 seconds stays within the limit.
  for (let crashes = 0; crashes < 5; crashes += 1) {
    vi.advanceTimersByTime(30_000);
    await engine.crash();
  }
  expect(engine.isUnavailable()).toBe(false);

  for (let crashes = 0; crashes < 3; crashes += 1) await engine.crash();
  expect(engine.isUnavailable()).toBe(true);
  expect(engine.lines.at(-1)).toBe(
    'DynamoDB has crashed: it ended with SIGKILL. It was restarted 3 times in a minute. ' +
      'All requests fail with 503 until you restart the runner.',
  );
});
