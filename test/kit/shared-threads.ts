import { isDeepStrictEqual } from 'node:util';
import { type Instance, startInstance } from '#lib/local/functions/instance.ts';
import type { InvocationResult } from '#lib/local/functions/invocation.ts';
import { createInvocationQueue } from '#lib/local/functions/invocation-queue.ts';
import type { CreatePool } from '#lib/local/functions/pool.ts';
import type { LambdaFunction } from '#lib/local/template/resources.ts';

/** A thread, and the functions that it has loaded. The first one decides its memory. */
interface SharedThread {
  instance: Instance;
  first: LambdaFunction;
  loaded: Set<LambdaFunction>;
}

const canRun = ({ first }: SharedThread, { memory, environment }: LambdaFunction) =>
  memory === first.memory && isDeepStrictEqual(environment, first.environment);

/**
 * Creates a pool in which functions with the same variables and memory share threads, which do not
 * end before the service does. The start of a thread takes 50 ms of CPU time, and that of a further
 * function in it 13.
 */
export const shareAmongAlike: CreatePool = (deps) => {
  const queue = createInvocationQueue({ perFunction: 2, total: 6 });
  const instances = new Set<Instance>();
  const idle: SharedThread[] = [];

  /** Prefers a thread that has loaded the function already. */
  function takeIdle(definition: LambdaFunction): SharedThread | undefined {
    const thread =
      idle.findLast(({ loaded }) => loaded.has(definition)) ??
      idle.findLast((candidate) => canRun(candidate, definition));
    if (thread) idle.splice(idle.indexOf(thread), 1);
    return thread && !thread.instance.isAlive() ? takeIdle(definition) : thread;
  }

  function start(definition: LambdaFunction): SharedThread {
    const instance = startInstance(definition, deps);
    instances.add(instance);
    return { instance, first: definition, loaded: new Set() };
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
