import { compact } from '#shared/runtime/compact.ts';
import type { ResponseTemplate } from './gateway-responses.ts';

/**
 * One method of a path as API Gateway imports it.
 * Source: "OpenAPI extensions for API Gateway" and the OpenAPI Specification 3.0, section 4.7.10.
 */
export interface GatewayOperation {
  /** Absent if the method is public. */
  security?: readonly Readonly<Record<string, readonly string[]>>[];
  responses: Readonly<Record<string, ResponseObject>>;
  'x-amazon-apigateway-integration': FunctionIntegrationObject | MockIntegrationObject;
}

/** A response of an operation. It must list the headers that its integration sets. */
interface ResponseObject {
  description: string;
  headers: Readonly<Record<string, { schema: { type: 'string' } }>>;
}

/** A Lambda proxy integration. */
interface FunctionIntegrationObject {
  type: 'aws_proxy';
  httpMethod: 'POST';
  uri: string;
  /** The ARN of the role that invokes the function. */
  credentials: string;
}

/** An integration without a backend. */
interface MockIntegrationObject {
  type: 'mock';
  passthroughBehavior: 'never';
  contentHandling: 'CONVERT_TO_TEXT';
  /** Velocity templates by media type of the request. */
  requestTemplates: Readonly<Record<string, string>>;
  /**
   * Responses by a regular expression for `statusCode` of the rendered template. `default` is for
   * every other status.
   */
  responses: Readonly<Record<string, MockResponseObject>>;
}

/** A response of a mock integration. */
interface MockResponseObject {
  statusCode: string;
  /** Mapping expressions by `method.response.header.<name>`. */
  responseParameters: Readonly<Record<string, string>>;
  /** Velocity templates by media type of the response. */
  responseTemplates?: Readonly<Record<string, string>>;
}

/** The operations of a path by method in lower case. */
export type GatewayPath = Readonly<Record<string, GatewayOperation>>;

/** The key of the operation for every method of a path without an operation of its own. */
export const anyMethod = 'x-amazon-apigateway-any-method';

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
export const jsonStandInStatus = 406;

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

/** Returns the request template that selects one response or another by a condition. */
export function selectStatusIf(
  condition: string,
  status: number,
  elseStatus: number,
): string {
  return [
    `#if(${condition})`,
    selectStatus(status),
    '#else',
    selectStatus(elseStatus),
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

/** Adds the statement that replaces the status which selected the response by its real status. */
function overrideStatus(templates: ResponseTemplate['templates'], status: number) {
  const override = `#set($context.responseOverride.status = ${status})`;
  const bodies = Object.entries(templates ?? {}).map(([type, body]) => [
    type,
    override + body,
  ]);
  return Object.fromEntries(bodies);
}

function toIntegrationResponse(response: MockReply): MockResponseObject {
  const { status, selectedBy = status, headers, templates } = response;
  const isStandIn = selectedBy !== status;
  return compact({
    statusCode: String(selectedBy),
    responseParameters: toParameters(headers),
    responseTemplates: isStandIn ? overrideStatus(templates, status) : templates,
  });
}

/** Lists the headers of a response, because an integration can set only listed headers. */
function toOperationResponse({
  status,
  selectedBy = status,
  headers,
}: MockReply): ResponseObject {
  const listed = Object.keys(headers).map((name) => [
    name,
    { schema: { type: 'string' } },
  ]);
  return { description: String(selectedBy), headers: Object.fromEntries(listed) };
}

/** Returns an object with a member for each response. */
function mapReplies<Value>(
  replies: readonly MockReply[],
  toName: (reply: MockReply, index: number) => string,
  toValue: (reply: MockReply) => Value,
): Record<string, Value> {
  const members = replies.map((reply, index) => [toName(reply, index), toValue(reply)]);
  return Object.fromEntries(members);
}

/**
 * Builds the operation with which the gateway responds itself, without a function.
 * `requestTemplate` returns the template for a media type. The first response is the default.
 */
export function buildMockOperation(
  requestTemplate: (mediaType: string) => string,
  replies: readonly MockReply[],
): GatewayOperation {
  const toSelector = ({ status, selectedBy = status }: MockReply) => String(selectedBy);
  const toPattern = (reply: MockReply, index: number) =>
    index === 0 ? 'default' : toSelector(reply);
  const requestTemplates = mediaTypes.map((type) => [type, requestTemplate(type)]);

  return {
    responses: mapReplies(replies, toSelector, toOperationResponse),
    'x-amazon-apigateway-integration': {
      type: 'mock',
      passthroughBehavior: 'never',
      contentHandling: 'CONVERT_TO_TEXT',
      requestTemplates: Object.fromEntries(requestTemplates),
      responses: mapReplies(replies, toPattern, toIntegrationResponse),
    },
  };
}
