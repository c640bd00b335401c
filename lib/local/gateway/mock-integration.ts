import { parseMediaType } from '#shared/http/headers.ts';
import {
  getHeader,
  type IncomingRequest,
  type OutgoingResponse,
} from '../http/message.ts';
import type { Api, MockIntegration, MockResponse } from '../template/api.ts';
import { createGatewayError } from './gateway-error.ts';
import { isBinary } from './header-handling.ts';
import { type MappingSource, mapHeaders, renderVelocity } from './mapping.ts';

/** Returns whether the integration rejects requests of a media type without a template. */
function rejectsUnmapped({
  passthroughBehavior,
  requestTemplates,
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
  const template = mock.requestTemplates[parseMediaType(contentType)];
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

/** Selects the response by its pattern. Defaults to the response without a pattern. */
function selectResponse(
  { responses }: MockIntegration,
  statusCode: string,
): MockResponse {
  const matching = responses.find(({ pattern }) => pattern?.test(statusCode));
  const response = matching ?? responses.find(({ pattern }) => !pattern);
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
  const { status, parameters, templates } = selectResponse(mock, statusCode);
  const [firstTemplate] = Object.entries(templates);
  const [contentType, template] = firstTemplate ?? ['application/json', ''];
  const headers = mapHeaders(parameters, source);
  const rendered = renderVelocity(template, source);
  const hasContentType = getHeader(headers, 'content-type') !== undefined;

  return {
    status: rendered.status ?? status,
    headers: hasContentType ? headers : [...headers, ['Content-Type', contentType]],
    body: Buffer.from(rendered.text),
  };
}
