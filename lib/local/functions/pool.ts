import { availableParallelism } from 'node:os';
import type { LambdaFunction } from '../template/functions.ts';
import { type Instance, type InstanceDeps, startInstance } from './instance.ts';
import type { InvocationResult } from './invocation.ts';
import { createSemaphore } from './semaphore.ts';

/** All instances of one function. */
export interface FunctionPool {
  invoke(payload: string): Promise<InvocationResult>;
  end(): Promise<void>;
}

/** Maximum number of threads per function. Further invocations wait. */
const maxInstances = Math.max(2, availableParallelism());

/** How often the pool ends instances that were not used since the last time. */
const evictionIntervalMs = 5 * 60_000;

/** Creates an empty pool. It starts an instance when an invocation needs one, and reuses it. */
export function createPool(definition: LambdaFunction, deps: InstanceDeps): FunctionPool {
  const semaphore = createSemaphore(maxInstances);
  const instances = new Set<Instance>();
  /** A stack: the instance used last is used next. */
  const idle: Instance[] = [];
  /** Number of instances at the bottom of the stack that were not used since the last eviction. */
  let unused = 0;

  function evictUnused(): void {
    for (const instance of idle.splice(0, unused)) void remove(instance);
    unused = idle.length;
  }

  async function remove(instance: Instance): Promise<void> {
    instances.delete(instance);
    await instance.end();
  }

  function takeInstance(): Instance {
    const reused = idle.pop();
    unused = Math.min(unused, idle.length);
    if (reused?.isAlive()) return reused;

    const started = startInstance(definition, deps);
    instances.add(started);
    return started;
  }

  async function invoke(payload: string): Promise<InvocationResult> {
    await semaphore.acquire();
    const instance = takeInstance();
    const result = await instance.invoke(payload);

    if (instance.isAlive()) idle.push(instance);
    else void remove(instance);
    semaphore.release();
    return result;
  }

  const timer = setInterval(evictUnused, evictionIntervalMs).unref();
  return {
    invoke,
    end: async () => {
      clearInterval(timer);
      await Promise.all([...instances].map(remove));
    },
  };
}
