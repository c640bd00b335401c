import { availableParallelism } from 'node:os';
import type { FunctionDefinition } from '../template/functions.ts';
import { type Instance, type InstanceDeps, startInstance } from './instance.ts';
import type { InvocationResult } from './invocation.ts';
import { createSemaphore } from './semaphore.ts';

/** All instances of one function. */
export interface FunctionPool {
  invoke(payload: string): Promise<InvocationResult>;
  end(): Promise<void>;
}

/** Threads that one function may have at once; a further invocation waits its turn. */
const mostInstances = Math.max(2, availableParallelism());

/** Between rounds that end the instances which nobody needed since the last: each holds memory, and starts in a moment. */
const roundInMillis = 5 * 60_000;

/** Makes a pool without any instance; each starts when it is first needed and is used until nobody needs it any more. */
export function createPool(definition: FunctionDefinition, deps: InstanceDeps): FunctionPool {
  const semaphore = createSemaphore(mostInstances);
  const instances = new Set<Instance>();
  /** The one that was used last is on top, and used next. */
  const idle: Instance[] = [];
  /** How many at the bottom nobody has needed since the last round. */
  let unneeded = 0;

  const rounds = setInterval(() => {
    for (const instance of idle.splice(0, unneeded)) void retire(instance);
    unneeded = idle.length;
  }, roundInMillis).unref();

  async function retire(instance: Instance): Promise<void> {
    instances.delete(instance);
    await instance.end();
  }

  function takeInstance(): Instance {
    const rested = idle.pop();
    unneeded = Math.min(unneeded, idle.length);
    if (rested?.isAlive()) return rested;
    const started = startInstance(definition, deps);
    instances.add(started);
    return started;
  }

  async function invoke(payload: string): Promise<InvocationResult> {
    await semaphore.acquire();
    const instance = takeInstance();
    const outcome = await instance.invoke(payload);
    if (instance.isAlive()) idle.push(instance);
    else void retire(instance);
    semaphore.release();
    return outcome;
  }

  return {
    invoke,
    end: async () => {
      clearInterval(rounds);
      await Promise.all([...instances].map(retire));
    },
  };
}
