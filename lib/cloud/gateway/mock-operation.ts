import { compact } from '#shared/runtime/compact.ts';
import type { ResponseTemplate } from './gateway-responses.ts';

export interface MockReply extends ResponseTemplate {
  status: number;
  /**
   * The status in the request template that selects this response. Defaults to `status`. A mock
   * integration can have one response for each status, so a second response with the same status
   * needs a stand-in: an otherwise unused status.
   */
  selectedBy?: number;
}

/**
 * Media types that a request can have. A mock integration responds only to media types that it
 * knows; any other is 415. A request without a media type counts as JSON.
 */
const mediaTypes = [
  'application/json',
  'application/hal+json',
  'application/merge-patch+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
];

/** Returns the request template that selects a response. */
export function selectStatus(status: number): string {
  return `{"statusCode": ${status}}`;
}

/** Returns the request template that selects one response or another by a condition. */
export function selectStatusIf(
  condition: string,
  status: number,
  elseStatus: number,
): string {
  const [selected, other] = [selectStatus(status), selectStatus(elseStatus)];
  return [`#if(${condition})`, selected, '#else', other, '#end'].join('\n');
}

function mapMembers<Value>(
  members: object,
  toMember: (name: string, value: string) => [string, Value],
): Record<string, Value> {
  const mapped = Object.entries(members).map(([name, value]) => toMember(name, value));
  return Object.fromEntries(mapped);
}

/**
 * Builds the operation with which the gateway responds itself, without a function.
 * `requestTemplate` returns the template for a media type. The first response is the default.
 * Source: "OpenAPI extensions for API Gateway" and the OpenAPI Specification 3.0, section 4.7.10.
 */
export function buildMockOperation(
  requestTemplate: (mediaType: string) => string,
  replies: readonly MockReply[],
) {
  const responses: Record<string, object> = {};
  const integrationResponses: Record<string, object> = {};
  for (const [index, { status, headers, templates, ...reply }] of replies.entries()) {
    const statusCode = String(reply.selectedBy ?? status);
    // Replaces the status which selected the response by its real status.
    const override = `#set($context.responseOverride.status = ${status})`;
    const prefix = statusCode === String(status) ? '' : override;

    integrationResponses[index === 0 ? 'default' : statusCode] = compact({
      statusCode,
      responseParameters: mapMembers(headers, (name, value) => [
        `method.response.header.${name}`,
        value,
      ]),
      responseTemplates:
        templates && mapMembers(templates, (type, body) => [type, prefix + body]),
    });
    responses[statusCode] = {
      description: statusCode,
      // An integration can set only the headers that its operation lists.
      headers: mapMembers(headers, (name) => [name, { schema: { type: 'string' } }]),
    };
  }
  const requestTemplates = mediaTypes.map((type) => [type, requestTemplate(type)]);

  return {
    responses,
    'x-amazon-apigateway-integration': {
      type: 'mock',
      passthroughBehavior: 'never',
      contentHandling: 'CONVERT_TO_TEXT',
      requestTemplates: Object.fromEntries(requestTemplates),
      responses: integrationResponses,
    },
  };
}
