import {
  ContentHandling,
  type IntegrationResponse,
  type IResource,
  type MethodResponse,
  MockIntegration,
  PassthroughBehavior,
} from 'aws-cdk-lib/aws-apigateway';
import { compact } from '#shared/runtime/compact.ts';
import { acknowledgeNagFindings } from '../base/acknowledge.ts';
import type { ResponseTemplate } from './gateway-response.ts';

/** A response of a mock integration. */
export interface MockReply extends ResponseTemplate {
  status: number;
  /**
   * The status in the request template that selects this response. Defaults to `status`. A mock
   * integration can have one response for each status, so a second response with the same status
   * needs a stand-in: an otherwise unused status.
   */
  selectedBy?: number;
}

/** The status that selects the JSON form of an error that is otherwise a page. */
export const jsonStandIn = 406;

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

/** Header names in Velocity are case-sensitive and have the case that the client sent. */
const isJsonRequested = ['Accept', 'accept']
  .map((name) => `$input.params('${name}').indexOf("json") >= 0`)
  .join(' || ');

/** Conditions of request templates, in the Velocity Template Language. */
export const velocityConditions = {
  isPreflight: '$context.httpMethod == "OPTIONS"',
  isJsonRequested,
} as const;

/** Returns the request template that selects a response. */
export function selectStatus(status: number): string {
  return `{"statusCode": ${status}}`;
}

/** Returns the request template that selects a response by a condition. */
export function selectStatusIf(condition: string, status: number, other: number): string {
  return [
    `#if(${condition})`,
    selectStatus(status),
    '#else',
    selectStatus(other),
    '#end',
  ].join('\n');
}

function toParameters(headers: Readonly<Record<string, string>>): Record<string, string> {
  const parameters = Object.entries(headers).map(([name, value]) => [
    `method.response.header.${name}`,
    value,
  ]);
  return Object.fromEntries(parameters);
}

/** Adds the statement that gives a response its own status instead of its stand-in. */
function overrideStatus(templates: ResponseTemplate['templates'], status: number) {
  const override = `#set($context.responseOverride.status = ${status})`;
  const bodies = Object.entries(templates ?? {}).map(([type, body]) => [
    type,
    override + body,
  ]);
  return Object.fromEntries(bodies);
}

function toIntegrationResponse(
  response: MockReply,
  isDefault: boolean,
): IntegrationResponse {
  const { status, selectedBy = status, headers, templates } = response;
  const isStandIn = selectedBy !== status;
  return compact({
    statusCode: String(selectedBy),
    // API Gateway selects the response without a pattern for every status without a match.
    selectionPattern: isDefault ? undefined : String(selectedBy),
    responseParameters: toParameters(headers),
    responseTemplates: isStandIn ? overrideStatus(templates, status) : templates,
  });
}

/** A method response must list the headers that the integration response sets. */
function toMethodResponse({
  statusCode,
  responseParameters = {},
}: IntegrationResponse): MethodResponse {
  const listed = Object.keys(responseParameters).map((name) => [name, true]);
  return { statusCode, responseParameters: Object.fromEntries(listed) };
}

/**
 * Makes the gateway respond to every method of a path that has no endpoint, without a function.
 * `requestTemplate` returns the template for a media type. The first response is the default.
 */
export function addMockMethod(
  resource: IResource,
  requestTemplate: (mediaType: string) => string,
  responses: readonly MockReply[],
): void {
  const integrationResponses = responses.map((response, index) =>
    toIntegrationResponse(response, index === 0),
  );
  const requestTemplates = mediaTypes.map((type) => [type, requestTemplate(type)]);
  const integration = new MockIntegration({
    requestTemplates: Object.fromEntries(requestTemplates),
    passthroughBehavior: PassthroughBehavior.NEVER,
    contentHandling: ContentHandling.CONVERT_TO_TEXT,
    integrationResponses,
  });
  const method = resource.addMethod('ANY', integration, {
    methodResponses: integrationResponses.map(toMethodResponse),
  });
  acknowledgeNagFindings(method, 'AwsSolutions-APIG4');
}
