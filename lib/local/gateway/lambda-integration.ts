import type { APIGatewayProxyEvent } from 'aws-lambda';
import { scaleTimeLimit } from '#shared/runtime/time-limit.ts';
import { type Invoke, maxPayload } from '../functions/invocation.ts';
import type { IncomingRequest, OutgoingResponse } from '../http/message.ts';
import type { Api, LambdaIntegration } from '../template/api.ts';
import { createGatewayError } from './gateway-error.ts';
import { toOutgoingResponse } from './proxy-result.ts';

/** Says to the developer what the client is not told. */
export type Warn = (sentence: string) => void;

/** The function's outcome, or a refusal where the gateway waits no longer. */
async function invokeInTime(
  { functionArn, timeoutMs: timeoutInMillis }: LambdaIntegration,
  payload: string,
  invoke: Invoke,
) {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(createGatewayError('INTEGRATION_TIMEOUT')),
    scaleTimeLimit(timeoutInMillis),
  );
  try {
    return await Promise.race([invoke(functionArn, payload), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Invokes a function and makes the response from its result. Throws a refusal: 413 for an event that Lambda does not
 * take, 504 where the gateway's time is over, 502 where the function failed or its result is malformed or too large.
 */
export async function invokeLambdaIntegration(
  api: Api,
  integration: LambdaIntegration,
  request: IncomingRequest,
  event: APIGatewayProxyEvent,
  { invoke, warn }: { invoke: Invoke; warn: Warn },
): Promise<OutgoingResponse> {
  const payload = JSON.stringify(event);
  if (Buffer.byteLength(payload) > maxPayload) throw createGatewayError('REQUEST_TOO_LARGE');
  const outcome = await invokeInTime(integration, payload, invoke);
  if (!outcome.ok) throw createGatewayError('DEFAULT_5XX');
  const response = toOutgoingResponse(outcome.payload, request.headers, api.binaryMediaTypes);
  if (!('problem' in response)) return response;
  warn(
    `${integration.functionArn} gave a result that API Gateway answers with 502: ${response.problem}.`,
  );
  throw createGatewayError('DEFAULT_5XX');
}
