import type { ScheduledEvent } from 'aws-lambda';
import type { FunctionDefinition } from '../contract/function.ts';
import { describeFailure, log } from '../runtime/log.ts';

/**
 * Returns the Lambda function of a schedule. `run` returns how many items it processed, which is
 * logged. An error fails the invocation. It is logged without its message, which may quote an item.
 */
export function runScheduled(
  { summary }: Pick<FunctionDefinition, 'summary'>,
  run: (now: Date) => Promise<number>,
): (event: ScheduledEvent) => Promise<void> {
  return async () => {
    try {
      const count = await run(new Date());
      log({ level: 'info', event: 'schedule', endpoint: summary, count });
    } catch (thrown) {
      const failure = describeFailure(thrown);
      log({ level: 'error', event: 'schedule', endpoint: summary, ...failure });
      throw new Error(`${summary} failed.`);
    }
  };
}
