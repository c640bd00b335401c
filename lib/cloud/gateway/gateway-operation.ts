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
export interface ResponseObject {
  description: string;
  headers: Readonly<Record<string, { schema: { type: 'string' } }>>;
}

/** A Lambda proxy integration. */
export interface FunctionIntegrationObject {
  type: 'aws_proxy';
  httpMethod: 'POST';
  uri: string;
  /** The ARN of the role that invokes the function. */
  credentials: string;
}

/** An integration without a backend. */
export interface MockIntegrationObject {
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
export interface MockResponseObject {
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
