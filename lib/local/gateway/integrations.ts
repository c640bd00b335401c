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
import { isBinary } from './header-handling.ts';
import { type MappingSource, mapHeaders, renderVelocity } from './mapping.ts';
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

/** Returns whether the integration rejects requests of a media type without a template. */
function rejectsUnmapped({
  passthroughBehavior,
  requestTemplates = {},
}: MockIntegration): boolean {
  if (passthroughBehavior === 'never') return true;
  const hasTemplates = Object.keys(requestTemplates).length > 0;
  return passthroughBehavior === 'when_no_templates' && hasTemplates;
}

/** Renders the request template, or passes the body through if its media type has no template. */
function renderRequest(
  { binaryMediaTypes }: Api,
  mock: MockIntegration,
  request: IncomingRequest,
  source: MappingSource,
): string {
  const contentType = getHeader(request.headers, 'content-type') ?? 'application/json';
  const template = mock.requestTemplates?.[parseMediaType(contentType)];
  if (template === undefined && rejectsUnmapped(mock))
    throw createGatewayError('UNSUPPORTED_MEDIA_TYPE');

  const isConverted = mock.contentHandling === 'CONVERT_TO_TEXT';
  if (isBinary(binaryMediaTypes, contentType) && !isConverted)
    throw createGatewayError('API_CONFIGURATION_ERROR');

  return template === undefined
    ? request.body.toString()
    : renderVelocity(template, source).text;
}

/** Matches a status code as a number or a string, e.g. `"statusCode": 405`. */
const statusCodePattern = /"statusCode"\s*:\s*"?(\d{3})\b/;

/** Parses the status code in the rendered request. Throws a gateway error if it is missing. */
function parseStatusCode(rendered: string): string {
  const [, statusCode] = statusCodePattern.exec(rendered) ?? [];
  if (!statusCode) throw createGatewayError('API_CONFIGURATION_ERROR');
  return statusCode;
}

/** Selects the response whose pattern matches, or else the default response. */
function selectResponse({ responses = {} }: MockIntegration, statusCode: string) {
  const patterns = Object.keys(responses).filter((pattern) => pattern !== 'default');
  const matching = patterns.find((pattern) =>
    new RegExp(`^(?:${pattern})$`).test(statusCode),
  );
  const response = responses[matching ?? 'default'];
  if (!response) throw createGatewayError('API_CONFIGURATION_ERROR');
  return response;
}

/**
 * Renders the response of a mock integration. The status code in the rendered request template
 * selects the response. Binary data is an error without CONVERT_TO_TEXT, as in API Gateway.
 * Source: "Integration request passthrough behaviors".
 */
export function renderMockResponse(
  api: Api,
  mock: MockIntegration,
  request: IncomingRequest,
  context: object,
): OutgoingResponse {
  const source = { context, stageVariables: api.stageVariables, request };
  const statusCode = parseStatusCode(renderRequest(api, mock, request, source));
  const response = selectResponse(mock, statusCode);
  const [firstTemplate] = Object.entries(response.responseTemplates ?? {});
  const [contentType, template] = firstTemplate ?? ['application/json', ''];
  const headers = mapHeaders(response.responseParameters ?? {}, source);
  const rendered = renderVelocity(template, source);
  const hasContentType = getHeader(headers, 'content-type') !== undefined;

  return {
    status: rendered.status ?? Number(response.statusCode),
    headers: hasContentType ? headers : [...headers, ['Content-Type', contentType]],
    body: Buffer.from(rendered.text),
  };
}
