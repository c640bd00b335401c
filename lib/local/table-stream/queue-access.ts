import {
  consumerQueuesOutput,
  consumerQueuesVariable,
} from '../../deployment/consumer-queues.ts';
import type { Clock } from '../host/clock.ts';
import type { Stack } from '../template/stack.ts';
import type { MessageQueues } from './message-queues.ts';
import { startQueueServer } from './queue-server.ts';

/** What the operator's access to the queues needs from the rest of the runner. */
interface QueueAccessDeps {
  stack: Stack;
  queues: MessageQueues;
  clock: Clock;
}

/**
 * Starts the server of the queues, and returns the environment variables with which the operator's
 * command line finds the queues.
 */
export async function startQueueAccess(
  { stack, queues, clock }: QueueAccessDeps,
  disposables: AsyncDisposableStack,
): Promise<Record<string, string>> {
  const names = stack.listResources('AWS::SQS::Queue').map(({ ref }) => ref);
  const deps = { queues, names: new Set(names), clock };
  const url = await startQueueServer(deps, disposables);
  return {
    AWS_ENDPOINT_URL_SQS: url,
    [consumerQueuesVariable]: stack.findOutput(consumerQueuesOutput) ?? '{}',
  };
}
