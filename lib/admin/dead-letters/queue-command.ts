import type { CommandResult, Terminal } from '../command.ts';
import { createFieldError } from '../errors.ts';
import { formatResult } from '../format-result.ts';
import type { AdminProgram } from '../program.ts';
import type { DeadLetterQueue } from './dead-letter-queue.ts';
import type { DeadLetterQueues } from './open-queues.ts';

/** Wraps the work of a command on queues as its action for commander. */
export type QueueCommandRunner = <Args extends unknown[]>(
  work: (queues: DeadLetterQueues, ...args: Args) => Promise<CommandResult>,
) => (...args: Args) => Promise<void>;

/**
 * Creates the runner of commands on queues. Their actions open the queues that the options name, do
 * the work and print the result.
 */
export function createQueueRunner(
  program: AdminProgram,
  terminal: Terminal,
): QueueCommandRunner {
  return (work) =>
    async (...args) => {
      const { table, json = false, ...target } = program.opts();
      if (table !== undefined)
        program.error('error: the queues of a deployed stack require --outputs <file>');
      // The import is here so that help and usage errors do not load the AWS SDK.
      const { openDeadLetterQueues } = await import('./open-queues.ts');
      const queues = await openDeadLetterQueues(target);
      const result = await work(queues, ...args);
      terminal.stdout.write(`${formatResult(result, json)}\n`);
    };
}

/** Returns the queue of a consumer. Throws `validation_failed` if no consumer has the id. */
export function requireQueue(
  queues: DeadLetterQueues,
  consumer: string,
): DeadLetterQueue {
  const queue = queues.get(consumer);
  if (!queue)
    throw createFieldError('consumer', `must be one of ${[...queues.keys()].join(', ')}`);
  return queue;
}
