import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createInvocationQueue } from './invocation-queue.ts';

/**
 * Adds invocations in this order. A name begins with the function, e.g. `a1`. An invocation runs
 * until `finish` is called with its name.
 */
function addInvocations(names: readonly string[]) {
  const queue = createInvocationQueue({ total: 3, perFunction: 2 });
  const started: string[] = [];
  const finish = new Map<string, () => void>();

  for (const name of names)
    void queue.run(name.charAt(0), () => {
      started.push(name);
      return new Promise<void>((resolve) => finish.set(name, resolve));
    });

  return {
    started,
    finish: async (name: string) => {
      finish.get(name)?.();
      await setImmediate();
    },
  };
}

it('an invocation queue starts invocations in the order of arrival, except those of a function at its limit', async () => {
  const { started, finish } = addInvocations(['a1', 'a2', 'a3', 'b1', 'b2', 'c1', 'a4']);
  await setImmediate();
  expect(started).toEqual(['a1', 'a2', 'b1']);
  await finish('b1');
  expect(started.at(-1)).toBe('b2');
  await finish('a1');
  expect(started.at(-1)).toBe('a3');
  await finish('a2');
  expect(started.at(-1)).toBe('c1');
  await finish('c1');
  expect(started.at(-1)).toBe('a4');
});

it('an invocation queue starts the next invocation after one that fails', async () => {
  const queue = createInvocationQueue({ total: 1, perFunction: 1 });
  const failed = queue.run('a', () => Promise.reject(new Error('failed')));
  const next = queue.run('a', async () => 'next');
  await expect(failed).rejects.toThrow('failed');
  expect(await next).toBe('next');
});
