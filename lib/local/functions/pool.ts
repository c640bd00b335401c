import { availableParallelism } from 'node:os';
import type { LambdaFunction } from '../template/resources.ts';
import { type Instance, type InstanceDeps, startInstance } from './instance.ts';
import type { InvocationResult } from './invocation.ts';
import { type ConcurrencyLimits, createInvocationQueue } from './invocation-queue.ts';

/** The instances of all functions. */
export interface InstancePool {
  /** Runs an invocation in an idle or new instance of the function. */
  invoke(definition: LambdaFunction, payload: string): Promise<InvocationResult>;
  end(): Promise<void>;
}

interface PoolDeps extends InstanceDeps {
  /** ARNs of functions that are invoked so seldom that no instance waits for the next time. */
  seldomInvoked?: ReadonlySet<string>;
}

/** Creates the pool of a service. */
export type CreatePool = (deps: PoolDeps) => InstancePool;

/**
 * An instance that waits for the next invocation. It belongs to one `definition` object. A changed
 * function has a new object, so no instance runs its old code.
 */
interface IdleInstance {
  instance: Instance;
  definition: LambdaFunction;
  /** Whether the instance was already idle at the last eviction. */
  isOld: boolean;
  /** Milliseconds since the start of the process. */
  idleSince: number;
}

/** The instances of a function, which are threads, that can run at the same time. */
export const maxInstancesOfFunction = Math.max(2, availableParallelism());

/**
 * One function can use as many instances as there are cores. All functions can use three times as
 * many, because they mostly wait for stores.
 */
const concurrency: ConcurrencyLimits = {
  perFunction: maxInstancesOfFunction,
  total: 3 * maxInstancesOfFunction,
};

/** Each instance takes about 25 MB, and more under load. */
const defaultMaxInstances = 2 * concurrency.total;

/**
 * In a full pool, a function gets a further instance only in place of one that was idle for this
 * long. Otherwise the instances of functions in steady use would end each other.
 */
const minIdleMs = 10_000;

/** An idle instance ends after one to two of these intervals. */
const evictionIntervalMs = 20_000;

/**
 * Creates an empty pool. It starts an instance when an invocation needs one, and reuses it. If the
 * pool has `maxInstances` already, it first ends the instance that has been idle longest. While all
 * are in steady use, invocations of a function wait for its own instances.
 */
export function createInstancePool(
  deps: PoolDeps,
  maxInstances = defaultMaxInstances,
): InstancePool {
  const queue = createInvocationQueue({ ...concurrency, canRunAnother });
  const instances = new Map<Instance, LambdaFunction>();
  /** In the order of their last use. */
  let idle: IdleInstance[] = [];

  function canRunAnother(functionArn: string, running: number): boolean {
    if (instances.size < maxInstances) return true;
    const own = [...instances.values()].filter(({ arn }) => arn === functionArn);
    if (own.length > running) return true;
    const [oldest] = idle;
    return oldest !== undefined && performance.now() - oldest.idleSince >= minIdleMs;
  }

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

  /** Returns the most recently used idle instance, or undefined if none is alive. */
  function takeIdle(definition: LambdaFunction): Instance | undefined {
    const latest = idle.findLast((entry) => entry.definition === definition);
    if (!latest) return undefined;

    idle.splice(idle.indexOf(latest), 1);
    if (latest.instance.isAlive()) return latest.instance;

    void remove(latest.instance);
    return takeIdle(definition);
  }

  function endLongestIdle(): void {
    const oldest = idle.shift();
    if (oldest) void remove(oldest.instance);
  }

  function start(definition: LambdaFunction): Instance {
    if (instances.size >= maxInstances) endLongestIdle();

    const instance = startInstance(definition, deps);
    instances.set(instance, definition);
    return instance;
  }

  async function run(
    definition: LambdaFunction,
    payload: string,
  ): Promise<InvocationResult> {
    const instance = takeIdle(definition) ?? start(definition);
    const result = await instance.invoke(definition, payload);

    const idleSince = performance.now();
    const isKept = instance.isAlive() && !deps.seldomInvoked?.has(definition.arn);
    if (isKept) idle.push({ instance, definition, isOld: false, idleSince });
    else void remove(instance);
    return result;
  }

  const timer = setInterval(evictOld, evictionIntervalMs).unref();
  return {
    invoke: (definition, payload) =>
      queue.run(definition.arn, () => run(definition, payload)),
    end: async () => {
      clearInterval(timer);
      await Promise.all([...instances.keys()].map(remove));
    },
  };
}
