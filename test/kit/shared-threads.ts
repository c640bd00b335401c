import { type Instance, startInstance } from '#lib/local/functions/instance.ts';
import type { InvocationResult } from '#lib/local/functions/invocation.ts';
import { createInvocationQueue } from '#lib/local/functions/invocation-queue.ts';
import type { CreatePool } from '#lib/local/functions/pool.ts';
import type { LambdaFunction } from '#lib/local/template/resources.ts';

/** A thread, and the functions that it has loaded. */
interface SharedThread {
  instance: Instance;
  loaded: Set<LambdaFunction>;
}

/** The memory of a thread in MB, which has the code of most functions. */
const memory = 4096;
/** Loading this code makes many objects, and little of them is garbage. */
const youngMemory = 64;

/**
 * Creates a pool in which all functions share few threads, each with its own variables while it
 * runs. The threads do not end before the service does. V8 optimizes in each thread anew what all
 * functions have in common, which was half of the CPU time of the tests' requests.
 */
export const shareThreads: CreatePool = (deps) => {
  const queue = createInvocationQueue({ perFunction: 2, total: 6 });
  const instances = new Set<Instance>();
  const idle: SharedThread[] = [];

  /** Prefers a thread that has loaded the function already. */
  function takeIdle(definition: LambdaFunction): SharedThread | undefined {
    const thread = idle.findLast(({ loaded }) => loaded.has(definition)) ?? idle.at(-1);
    if (thread) idle.splice(idle.indexOf(thread), 1);
    return thread && !thread.instance.isAlive() ? takeIdle(definition) : thread;
  }

  function start(definition: LambdaFunction): SharedThread {
    const instance = startInstance({ ...definition, memory }, { ...deps, youngMemory });
    instances.add(instance);
    return { instance, loaded: new Set() };
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
