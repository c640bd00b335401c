import type { Context } from 'aws-lambda';
import { compact } from '#shared/runtime/compact.ts';
import { runWithRole } from './allowed-calls.ts';
import {
  type FunctionData,
  type InvocationOutcome,
  type InvocationRequest,
  type InvocationResult,
  maxPayload,
} from './invocation.ts';
import type { BundleHandler } from './load-handler.ts';

/** The context of the Node 24 runtime, which has no callbacks. */
type LambdaContext = Omit<Context, 'done' | 'fail' | 'succeed'>;

/** Creates the context of an invocation that starts now. */
function createLambdaContext(
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

function toResult(returned: unknown): InvocationResult {
  const payload = JSON.stringify(returned) ?? 'null';
  if (Buffer.byteLength(payload) <= maxPayload) return { ok: true, payload };

  const errorType = 'Function.ResponseSizeTooLarge';
  const limit = `maximum allowed payload size (${maxPayload} bytes)`;
  const errorMessage = `Response payload size exceeded ${limit}.`;
  return { ok: false, errorType, errorMessage };
}

function toFailure(thrown: unknown): InvocationOutcome {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { name, message, stack } = error;
  const result = { ok: false, errorType: name, errorMessage: message } as const;
  return compact({ result, stack });
}

/**
 * Runs one invocation as Lambda does, with the role of the function. `load` returns the function,
 * and may throw.
 */
export async function runInvocation(
  load: () => BundleHandler | Promise<BundleHandler>,
  definition: FunctionData,
  request: Omit<InvocationRequest, 'change'>,
): Promise<InvocationOutcome> {
  try {
    const handle = await load();
    const context = createLambdaContext(definition, request);
    const event = JSON.parse(request.payload);
    const returned = await runWithRole(definition, () => handle(event, context));
    return { result: toResult(returned) };
  } catch (error) {
    return toFailure(error);
  }
}
