import { isDeepStrictEqual } from 'node:util';
import {
  type Instance,
  type InstanceDeps,
  startInstance,
} from '#lib/local/functions/instance.ts';
import type { InvocationResult } from '#lib/local/functions/invocation.ts';
import {
  type ConcurrencyLimits,
  createInvocationQueue,
} from '#lib/local/functions/invocation-queue.ts';
import type { CreatePool } from '#lib/local/functions/pool.ts';
import type { LambdaFunction } from '#lib/local/template/functions.ts';

/** A thread, and the functions that it has loaded. The first one decides its memory. */
interface SharedThread {
  instance: Instance;
  loaded: Set<LambdaFunction>;
  canRun(definition: LambdaFunction): boolean;
}

/** How functions share threads. */
interface Sharing {
  limits: ConcurrencyLimits;
  /** Starts a thread that at least `definition` can use. */
  startThread(definition: LambdaFunction, deps: InstanceDeps): SharedThread;
}

/**
 * Creates a pool whose functions share threads, which do not end before the service does. The start
 * of a thread takes 50 ms of CPU time, and that of a further function in it 13.
 */
function createSharedPool({ limits, startThread }: Sharing): CreatePool {
  return (deps) => {
    const queue = createInvocationQueue(limits);
    const instances = new Set<Instance>();
    const idle: SharedThread[] = [];

    /** Prefers a thread that has loaded the function already. */
    function takeIdle(definition: LambdaFunction): SharedThread | undefined {
      const thread =
        idle.findLast(({ loaded }) => loaded.has(definition)) ??
        idle.findLast(({ canRun }) => canRun(definition));
      if (thread) idle.splice(idle.indexOf(thread), 1);
      return thread && !thread.instance.isAlive() ? takeIdle(definition) : thread;
    }

    function start(definition: LambdaFunction): SharedThread {
      const thread = startThread(definition, deps);
      instances.add(thread.instance);
      return thread;
    }

    async function run(
      definition: LambdaFunction,
      payload: string,
    ): Promise<InvocationResult> {
      const thread = takeIdle(definition) ?? start(definition);
      thread.loaded.add(definition);
      const result = await thread.instance.invoke(definition, payload);
      idle.push(thread);
      return result;
    }

    return {
      invoke: (definition, payload) =>
        queue.run(definition.arn, () => run(definition, payload)),
      end: async () => {
        await Promise.all([...instances].map((instance) => instance.end()));
      },
    };
  };
}

/** Shares threads among the functions that have the same variables and memory. */
export const shareAmongAlike = createSharedPool({
  limits: { perFunction: 2, total: 6 },
  startThread: (first, deps) => ({
    instance: startInstance(first, deps),
    loaded: new Set(),
    canRun: ({ memory, environment }) =>
      memory === first.memory && isDeepStrictEqual(environment, first.environment),
  }),
});

/**
 * Shares two threads among all functions. Two let requests overlap, and each further one would load
 * the code again. `getEnvironment` returns the variables of all functions of the running service.
 */
export function shareAmongAll(
  getEnvironment: () => Readonly<Record<string, string>>,
): CreatePool {
  return createSharedPool({
    limits: { perFunction: 2, total: 2 },
    startThread: (first, deps) => {
      const environment = { ...getEnvironment(), ...first.environment };
      return {
        instance: startInstance({ ...first, environment }, deps),
        loaded: new Set(),
        canRun: () => true,
      };
    },
  });
}
