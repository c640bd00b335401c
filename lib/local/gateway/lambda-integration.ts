import type { APIGatewayProxyEvent } from 'aws-lambda';
import {
  type InvocationResult,
  type Invoke,
  maxPayload,
} from '../functions/invocation.ts';
import type { IncomingRequest, OutgoingResponse } from '../http/message.ts';
import type { Api, LambdaIntegration } from '../template/api.ts';
import { createGatewayError } from './gateway-error.ts';
import { toOutgoingResponse } from './proxy-result.ts';

/** What a Lambda integration needs from the rest of the runner. */
interface LambdaIntegrationDeps {
  invoke: Invoke;
  warn: (message: string) => void;
}

/** Invokes the function. Throws a gateway error after the timeout of the integration. */
async function invokeWithTimeout(
  { functionArn, timeoutMs }: LambdaIntegration,
  payload: string,
  invoke: Invoke,
): Promise<InvocationResult> {
  const { promise, resolve, reject } = Promise.withResolvers<InvocationResult>();
  const timer = setTimeout(
    () => reject(createGatewayError('INTEGRATION_TIMEOUT')),
    timeoutMs,
  );

  try {
    invoke(functionArn, payload).then(resolve, reject);
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Invokes a function and returns the response from its result. Throws a gateway error: 413 if the
 * event is too large, 504 after the timeout, 502 if the function fails or its result is invalid.
 */
export async function invokeLambdaIntegration(
  api: Api,
  integration: LambdaIntegration,
  request: IncomingRequest,
  event: APIGatewayProxyEvent,
  { invoke, warn }: LambdaIntegrationDeps,
): Promise<OutgoingResponse> {
  const payload = JSON.stringify(event);
  if (Buffer.byteLength(payload) > maxPayload)
    throw createGatewayError('REQUEST_TOO_LARGE');

  const result = await invokeWithTimeout(integration, payload, invoke);
  if (!result.ok) throw createGatewayError('DEFAULT_5XX');

  const response = toOutgoingResponse(
    result.payload,
    request.headers,
    api.binaryMediaTypes,
  );
  if (!('problem' in response)) return response;

  const { functionArn } = integration;
  warn(
    `API Gateway responds with 502 to the result of ${functionArn}: ${response.problem}.`,
  );
  throw createGatewayError('DEFAULT_5XX');
}
