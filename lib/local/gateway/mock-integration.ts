import { parseMediaType } from '#shared/http/headers.ts';
import { getHeader, type IncomingRequest, type OutgoingResponse } from '../http/message.ts';
import type { Api, MockIntegration } from '../template/api.ts';
import { createGatewayError } from './gateway-error.ts';
import { fillTemplate, type MappingSource, mapHeaders } from './mapping.ts';
import { isBinary } from './media-types.ts';

/** The status code that the request, through its template or as it stands, asks the mock for. */
function requestedStatus(
  api: Api,
  mock: MockIntegration,
  request: IncomingRequest,
  source: MappingSource,
): number {
  const contentType = getHeader(request.headers, 'content-type') ?? 'application/json';
  const template = mock.requestTemplates[parseMediaType(contentType)];
  const isRefused =
    mock.passthroughBehavior === 'NEVER' ||
    (mock.passthroughBehavior === 'WHEN_NO_TEMPLATES' &&
      Object.keys(mock.requestTemplates).length > 0);
  if (template === undefined && isRefused) throw createGatewayError('UNSUPPORTED_MEDIA_TYPE');
  if (isBinary(api.binaryMediaTypes, contentType) && mock.contentHandling !== 'CONVERT_TO_TEXT')
    throw createGatewayError('API_CONFIGURATION_ERROR');
  const document =
    template === undefined ? request.body.toString() : fillTemplate(template, source);
  const status = document.match(/"statusCode"\s*:\s*"?(\d{3})\b/)?.[1];
  if (!status) throw createGatewayError('API_CONFIGURATION_ERROR');
  return Number(status);
}

/**
 * Answers for a mock integration: the request template names a status code, which chooses the answer.
 * As in API Gateway, a media type without a template is passed through, refused or cannot be mapped, and binary data
 * can only be mapped with CONVERT_TO_TEXT. Source: "Integration request passthrough behaviors".
 */
export function renderMockResponse(
  api: Api,
  mock: MockIntegration,
  request: IncomingRequest,
  context: object,
): OutgoingResponse {
  const source = { context, stageVariables: api.stageVariables, request };
  const status = requestedStatus(api, mock, request, source);
  const response =
    mock.responses.find(({ pattern }) => pattern?.test(String(status))) ??
    mock.responses.find(({ pattern }) => !pattern);
  if (!response) throw createGatewayError('API_CONFIGURATION_ERROR');
  const [contentType, template] = Object.entries(response.templates)[0] ?? ['application/json', ''];
  const headers = mapHeaders(response.parameters, source);
  return {
    status: response.status,
    headers: getHeader(headers, 'content-type')
      ? headers
      : [...headers, ['Content-Type', contentType]],
    body: Buffer.from(fillTemplate(template, source)),
  };
}
