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
} from '../http/message.ts';
import type { Api, LambdaIntegration, MockIntegration } from '../template/api.ts';
import { createGatewayError } from './gateway-error.ts';
import { mapHeaders, renderVelocity } from './mapping.ts';
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

/** Matches the status code in a rendered request template, e.g. `"statusCode": 405`. */
const statusCodePattern = /"statusCode": (\d{3})\b/;

/**
 * Renders the response of a mock integration. The status code in the rendered request template
 * selects the response. Throws a gateway error if the media type of the request has no template.
 */
export function renderMockResponse(
  { stageVariables }: Api,
  { requestTemplates = {}, responses = {} }: MockIntegration,
  request: IncomingRequest,
  context: object,
): OutgoingResponse {
  const contentType = getHeader(request.headers, 'content-type') ?? 'application/json';
  const template = requestTemplates[parseMediaType(contentType)];
  if (template === undefined) throw createGatewayError('UNSUPPORTED_MEDIA_TYPE');

  const source = { context, stageVariables, request };
  const { text } = renderVelocity(template, source);
  const [, statusCode = ''] = statusCodePattern.exec(text) ?? [];
  const response = responses[statusCode] ?? responses.default;
  if (!response) throw createGatewayError('API_CONFIGURATION_ERROR');

  const [body = ''] = Object.values(response.responseTemplates ?? {});
  const rendered = renderVelocity(body, source);
  return {
    status: rendered.status ?? Number(response.statusCode),
    headers: mapHeaders(response.responseParameters, stageVariables, request.scheme),
    body: Buffer.from(rendered.text),
  };
}
