import type { Context } from 'aws-lambda';
import type { FunctionData, InvocationRequest } from './invocation.ts';

/** The context of the Node 24 runtime, which has no callbacks. */
export type LambdaContext = Omit<Context, 'done' | 'fail' | 'succeed'>;

/** Creates the context of an invocation that starts now. */
export function createLambdaContext(
  { functionName, functionArn, memory }: FunctionData,
  { requestId, timeoutMs }: Pick<InvocationRequest, 'requestId' | 'timeoutMs'>,
): LambdaContext {
  const deadline = performance.now() + timeoutMs;

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
