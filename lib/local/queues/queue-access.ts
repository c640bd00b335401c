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

/** The environment variables with which programs find the queues. */
export interface QueueAccess extends Record<string, string> {
  AWS_ENDPOINT_URL_SQS: string;
}

/** Starts the server of the queues. */
export async function startQueueAccess(
  { stack, queues, clock }: QueueAccessDeps,
  disposables: AsyncDisposableStack,
): Promise<QueueAccess> {
  const names = stack.listResources('AWS::SQS::Queue').map(({ ref }) => ref);
  const deps = { queues, names: new Set(names), clock };
  const url = await startQueueServer(deps, disposables);
  return {
    AWS_ENDPOINT_URL_SQS: url,
    [consumerQueuesVariable]: stack.findOutput(consumerQueuesOutput) ?? '{}',
  };
}
