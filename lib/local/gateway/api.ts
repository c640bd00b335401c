/** A REST API as the gateway serves it. */
export interface Api {
  id: string;
  /** Name of the stage, as in `prod`. */
  stage: string;
  stageVariables: Record<string, string> | null;
  deploymentId: string;
  routes: readonly Route[];
  binaryMediaTypes: readonly string[];
  /** Bytes from which an answer is compressed; undefined where compression is off. */
  minimumCompressionSize: number | undefined;
  /** How the gateway's own answers look, by response type. */
  gatewayResponses: ReadonlyMap<string, GatewayResponseDefinition>;
}

/** One resource of an API with the methods that it answers; `ANY` stands for all others. */
export interface Route {
  resourceId: string;
  /** As in `/{version}/data_source/{id}`. */
  path: string;
  methods: ReadonlyMap<string, Method>;
}

/** One method of a route. */
export interface Method {
  authorizer: Authorizer | undefined;
  integration: LambdaIntegration | MockIntegration;
}

/** An authorizer of the type TOKEN. */
export interface Authorizer {
  id: string;
  functionArn: string;
  /** Name of the header that carries the token. */
  header: string;
  /** Seconds that a result is kept; 0 for never. */
  timeToLive: number;
  /** What the whole token has to match before the function is asked. */
  validation: RegExp | undefined;
}

/** A Lambda proxy integration. */
export interface LambdaIntegration {
  type: 'lambda';
  functionArn: string;
  timeoutInMillis: number;
}

/** An integration that the gateway answers itself. */
export interface MockIntegration {
  type: 'mock';
  /** Each makes `{"statusCode": n}`; by media type of the request. */
  requestTemplates: Readonly<Record<string, string>>;
  passthroughBehavior: string;
  contentHandling: string | undefined;
  responses: readonly MockResponse[];
}

/** One answer of a mock integration, chosen by the status code; the one without a pattern is the default. */
export interface MockResponse {
  status: number;
  pattern: RegExp | undefined;
  /** Mapping expressions by `method.response.header.<name>`. */
  parameters: Readonly<Record<string, string>>;
  /** Bodies by media type. */
  templates: Readonly<Record<string, string>>;
}

/** How the gateway's own answer of one type looks. */
export interface GatewayResponseDefinition {
  status: number | undefined;
  /** Mapping expressions by `gatewayresponse.header.<name>`. */
  parameters: Readonly<Record<string, string>>;
  /** Bodies by media type. */
  templates: Readonly<Record<string, string>>;
}
