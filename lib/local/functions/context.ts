import type { Context } from 'aws-lambda';
import type { InstanceData, InvocationRequest } from './invocation.ts';

/** What Lambda tells a function about an invocation, as the Node 24 runtime has it: without callbacks. */
export type LambdaContext = Omit<Context, 'done' | 'fail' | 'succeed'>;

/** The context of one invocation, which begins now. */
export function createLambdaContext(
  { functionName, functionArn, memory }: InstanceData,
  { requestId, timeoutInMillis }: Omit<InvocationRequest, 'payload'>,
): LambdaContext {
  const deadline = performance.now() + timeoutInMillis;
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: functionArn,
    memoryLimitInMB: String(memory),
    awsRequestId: requestId,
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => Math.max(0, Math.round(deadline - performance.now())),
  };
}
