/** The OpenAPI document in the body of a REST API, with the members that the runner reads. */
export interface ApiDocument {
  paths?: Record<string, PathDefinition>;
  components?: { securitySchemes?: Record<string, SecurityScheme> };
  'x-amazon-apigateway-gateway-responses'?: Record<string, GatewayResponseProperties>;
  'x-amazon-apigateway-binary-media-types'?: string[];
  /** In bytes. */
  'x-amazon-apigateway-minimum-compression-size'?: number;
}

/** The operations of a path by method in lower case. `x-amazon-apigateway-any-method` is ANY. */
export type PathDefinition = Record<string, OperationDefinition>;

/** One method of a path. */
export interface OperationDefinition {
  security?: Record<string, string[]>[];
  'x-amazon-apigateway-integration'?: IntegrationProperties;
}

/** The integration of a method. */
export interface IntegrationProperties {
  type: string;
  uri?: string;
  timeoutInMillis?: number;
  requestTemplates?: Record<string, string>;
  passthroughBehavior?: string;
  contentHandling?: string;
  /** By a regular expression for the status, or by `default`. */
  responses?: Record<string, MockResponseProperties>;
}

/** A response of an integration. */
export interface MockResponseProperties {
  statusCode: string;
  responseParameters?: Record<string, string>;
  responseTemplates?: Record<string, string>;
}

/** A security scheme with an authorizer. */
export interface SecurityScheme {
  type: string;
  name?: string;
  in?: string;
  'x-amazon-apigateway-authorizer'?: {
    type: string;
    authorizerUri: string;
    authorizerResultTtlInSeconds?: number;
    identityValidationExpression?: string;
  };
}

/** A response of the gateway itself. */
export interface GatewayResponseProperties {
  statusCode?: string;
  responseParameters?: Record<string, string>;
  responseTemplates?: Record<string, string>;
}
