import type { APIGatewayProxyEvent } from 'aws-lambda';
import { parseMediaType } from '#shared/http/headers.ts';
import {
  type InvocationResult,
  type Invoke,
  maxPayload,
} from '../functions/invocation.ts';
import {
  getHeader,
  type IncomingRequest,
  type OutgoingResponse,
  type RequestHead,
} from '../http/message.ts';
import type { Api, LambdaIntegration, MockIntegration } from '../template/api.ts';
import { createGatewayError } from './gateway-error.ts';
import { mapHeaders } from './mapping.ts';
import { toOutgoingResponse } from './proxy-result.ts';

/** Invokes the function. Throws a gateway error after the timeout of the integration. */
async function invokeWithTimeout(
  { functionArn, timeoutMs }: LambdaIntegration,
  payload: string,
  invoke: Invoke,
): Promise<InvocationResult> {
  const { promise, resolve, reject } = Promise.withResolvers<InvocationResult>();
  const reason = `${functionArn} takes longer than ${timeoutMs} ms`;
  const timer = setTimeout(
    () => reject(createGatewayError('INTEGRATION_TIMEOUT', { reason })),
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
  invoke: Invoke,
): Promise<OutgoingResponse> {
  const payload = JSON.stringify(event);
  if (Buffer.byteLength(payload) > maxPayload)
    throw createGatewayError('REQUEST_TOO_LARGE');

  const { functionArn } = integration;
  const result = await invokeWithTimeout(integration, payload, invoke);
  if (!result.ok) {
    const reason = `${functionArn} failed: ${result.errorMessage}`;
    throw createGatewayError('DEFAULT_5XX', { reason });
  }

  const response = toOutgoingResponse(
    result.payload,
    request.headers,
    api.binaryMediaTypes,
  );
  if (!('problem' in response)) return response;

  const reason = `the result of ${functionArn} is invalid: ${response.problem}`;
  throw createGatewayError('DEFAULT_5XX', { reason });
}

/**
 * Renders the response of a mock integration, which has no body. Throws a gateway error if the mock
 * does not know the media type of the request.
 */
export function renderMockResponse(
  { stageVariables }: Api,
  { mediaTypes, status, responseParameters }: MockIntegration,
  { headers, scheme }: RequestHead,
): OutgoingResponse {
  const contentType = getHeader(headers, 'content-type') ?? 'application/json';
  if (!mediaTypes.includes(parseMediaType(contentType)))
    throw createGatewayError('UNSUPPORTED_MEDIA_TYPE');

  return {
    status,
    headers: mapHeaders(responseParameters, stageVariables, scheme),
    body: Buffer.alloc(0),
  };
}
