import { availableParallelism } from 'node:os';
import type { LambdaFunction } from '../template/functions.ts';
import { type Instance, type InstanceDeps, startInstance } from './instance.ts';
import type { InvocationResult } from './invocation.ts';
import { type ConcurrencyLimits, createInvocationQueue } from './invocation-queue.ts';

/** The instances of all functions. */
export interface InstancePool {
  /**
   * Runs an invocation in an idle or new instance of the function. Instances belong to one object
   * `definition`. A rebuilt function has a new one, so its old instances are not used again.
   */
  invoke(definition: LambdaFunction, payload: string): Promise<InvocationResult>;
  end(): Promise<void>;
}

/** An instance that waits for the next invocation. */
interface IdleInstance {
  definition: LambdaFunction;
  instance: Instance;
  /** Whether it was idle at the last eviction already. */
  isOld: boolean;
}

/**
 * Instances that run at once: as many as cores for a function, and three times as many in all,
 * because functions mostly wait for the stores. Each instance is a thread.
 */
const perFunction = Math.max(2, availableParallelism());
const concurrency: ConcurrencyLimits = { perFunction, total: 3 * perFunction };

/** What a pool needs from the runner. */
export interface PoolDeps extends InstanceDeps {
  /** Maximum number of instances. Defaults to 20, or more on many cores. */
  maxInstances?: number | undefined;
  /** How often the pool ends instances that were not used since the last time. */
  evictionIntervalMs?: number | undefined;
}

/** Each instance takes about 25 MB. */
const defaultMaxInstances = Math.max(20, 2 * concurrency.total);

/**
 * Creates an empty pool. It starts an instance when an invocation needs one, and reuses it. Before
 * it exceeds `maxInstances`, it ends the instance that has been idle longest.
 */
export function createInstancePool({
  maxInstances = defaultMaxInstances,
  evictionIntervalMs = 20_000,
  ...deps
}: PoolDeps): InstancePool {
  const queue = createInvocationQueue(concurrency);
  const instances = new Set<Instance>();
  /** In the order of their last use. */
  let idle: IdleInstance[] = [];

  async function remove(instance: Instance): Promise<void> {
    instances.delete(instance);
    await instance.end();
  }

  function evictOld(): void {
    const old = idle.filter(({ isOld }) => isOld);
    idle = idle.filter(({ isOld }) => !isOld);
    for (const { instance } of old) void remove(instance);
    for (const entry of idle) entry.isOld = true;
  }

  /** Returns a function's most recently used idle instance, or undefined if none is alive. */
  function takeIdle(definition: LambdaFunction): Instance | undefined {
    const index = idle.findLastIndex((entry) => entry.definition === definition);
    const [taken] = index < 0 ? [] : idle.splice(index, 1);
    if (!taken || taken.instance.isAlive()) return taken?.instance;

    void remove(taken.instance);
    return takeIdle(definition);
  }

  function start(definition: LambdaFunction): Instance {
    const oldest = instances.size < maxInstances ? undefined : idle.shift();
    if (oldest) void remove(oldest.instance);

    const started = startInstance(definition, deps);
    instances.add(started);
    return started;
  }

  async function run(
    definition: LambdaFunction,
    payload: string,
  ): Promise<InvocationResult> {
    const instance = takeIdle(definition) ?? start(definition);
    const result = await instance.invoke(payload);

    if (instance.isAlive()) idle.push({ definition, instance, isOld: false });
    else void remove(instance);
    return result;
  }

  const timer = setInterval(evictOld, evictionIntervalMs).unref();
  return {
    invoke: (definition, payload) =>
      queue.run(definition.arn, () => run(definition, payload)),
    end: async () => {
      clearInterval(timer);
      await Promise.all([...instances].map(remove));
    },
  };
}
