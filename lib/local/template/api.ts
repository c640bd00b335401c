/** A REST API as the gateway serves it. */
export interface Api {
  id: string;
  /** Name of the stage, e.g. `live`. */
  stage: string;
  stageVariables: Record<string, string> | null;
  deploymentId: string;
  routes: readonly ApiRoute[];
  binaryMediaTypes: readonly string[];
  /** Minimum size in bytes of a compressed response. Undefined if compression is disabled. */
  minimumCompressionSize: number | undefined;
  /** The gateway's own responses, by response type. */
  gatewayResponses: Readonly<Record<string, ResponseDefinition>>;
}

/** One resource of an API with its methods. `ANY` stands for all other methods. */
export interface ApiRoute {
  resourceId: string;
  /** For example `/{version}/data_source/{id}`. */
  path: string;
  methods: ReadonlyMap<string, ApiMethod>;
}

/** One method of a route. */
export interface ApiMethod {
  authorizer: TokenAuthorizer | undefined;
  integration: LambdaIntegration | MockIntegration;
}

/** An authorizer of the type TOKEN. */
export interface TokenAuthorizer {
  id: string;
  functionArn: string;
  /** Name of the header that carries the token. */
  header: string;
  /** Seconds for which a result is cached. 0 disables the cache. */
  timeToLive: number;
  /** The gateway rejects a token that does not match, without invoking the function. */
  validation: RegExp | undefined;
}

/** A Lambda proxy integration. */
export interface LambdaIntegration {
  type: 'lambda';
  functionArn: string;
  timeoutMs: number;
}

/** A mock integration: the gateway itself always responds in the same way, without a body. */
export interface MockIntegration {
  type: 'mock';
  /** Media types of requests. Any other is rejected. */
  mediaTypes: readonly string[];
  status: number;
  /** Mapping expressions by `method.response.header.<name>`. */
  responseParameters: ResponseDefinition['responseParameters'];
}

/** A response of the gateway, as in the document. */
export interface ResponseDefinition {
  /** Absent if responses keep the default status of their type. */
  statusCode?: string;
  /** Mapping expressions by `<prefix>.header.<name>`. */
  responseParameters?: Readonly<Record<string, string>>;
  /** Bodies by media type. */
  responseTemplates?: Readonly<Record<string, string>>;
}

/** The OpenAPI document in the body of a REST API, with the members that the runner reads. */
export interface ApiDocument {
  paths?: Record<string, PathDefinition>;
  components?: { securitySchemes?: Record<string, SecurityScheme> };
  'x-amazon-apigateway-gateway-responses'?: Record<string, ResponseDefinition>;
  'x-amazon-apigateway-binary-media-types'?: string[];
  /** In bytes. */
  'x-amazon-apigateway-minimum-compression-size'?: number;
}

/** The operations of a path by method in lower case. `x-amazon-apigateway-any-method` is ANY. */
export type PathDefinition = Record<string, OperationDefinition>;

/** One method of a path. */
export interface OperationDefinition {
  security?: Record<string, string[]>[];
  'x-amazon-apigateway-integration'?: IntegrationDefinition;
}

/** The integration of a method. */
export type IntegrationDefinition =
  | { type: 'aws_proxy'; uri?: string; timeoutInMillis?: number }
  | MockDefinition;

export interface MockDefinition {
  type: 'mock';
  /** `never`: a media type without a template is rejected. */
  passthroughBehavior?: string;
  /** Templates that render to `{"statusCode": n}`, by media type of the request. */
  requestTemplates?: Record<string, string>;
  /** By the rendered status code, or by `default`. */
  responses?: Record<string, ResponseDefinition>;
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
