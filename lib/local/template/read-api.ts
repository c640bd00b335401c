import type {
  Api,
  ApiDocument,
  ApiMethod,
  ApiRoute,
  IntegrationDefinition,
  LambdaIntegration,
  MockDefinition,
  MockIntegration,
  OperationDefinition,
  PathDefinition,
  SecurityScheme,
  TokenAuthorizer,
} from './api.ts';
import { buildExecuteApiHost, generateResourceId } from './identity.ts';
import type { Stack } from './stack.ts';

/** The maximum timeout in API Gateway, which is also its default. */
const maxTimeoutMs = 29_000;

const invocationUri = /\/functions\/(.+)\/invocations$/;

/**
 * Parses the invocation URI of a Lambda function, and returns the function's ARN. Throws an error
 * that names `caller` if the URI has another form.
 */
function parseFunctionArn(uri = '', caller: string): string {
  const [, arn] = invocationUri.exec(uri) ?? [];
  if (!arn)
    throw new Error(`${caller} calls ${uri}, which is not the URI of a Lambda function.`);
  return arn;
}

/** Reads a mock. Returns undefined if it has a body, or if its response depends on the request. */
function readMock({
  passthroughBehavior,
  requestTemplates = {},
  responses = {},
}: MockDefinition): MockIntegration | undefined {
  const { default: response, ...others } = responses;
  const { statusCode = '', responseParameters, responseTemplates } = response ?? {};
  const status = Number(statusCode);
  const isConstant = Object.keys(others).length === 0 && !responseTemplates;
  if (!isConstant || !status || passthroughBehavior !== 'never') return undefined;
  const mediaTypes = Object.keys(requestTemplates);
  return { type: 'mock', mediaTypes, status, responseParameters };
}

/**
 * Reads the integration of a method. Throws an error that names `method`, e.g. `GET /things`,
 * unless the integration is a Lambda proxy, or a mock that always responds in the same way.
 */
function readIntegration(
  integration: IntegrationDefinition | undefined,
  method: string,
): LambdaIntegration | MockIntegration {
  if (integration?.type === 'aws_proxy') {
    const { uri, timeoutInMillis: timeoutMs = maxTimeoutMs } = integration;
    return { type: 'lambda', functionArn: parseFunctionArn(uri, method), timeoutMs };
  }
  const mock = integration && readMock(integration);
  if (mock) return mock;
  throw new Error(
    `The local runner does not support the integration ${integration?.type} of ${method}.`,
  );
}

/** In seconds, as in API Gateway. */
const defaultTimeToLive = 300;

/** Reads the authorizer of a security scheme. Throws unless it is a token in a header. */
function readAuthorizer(name: string, scheme: SecurityScheme): TokenAuthorizer {
  const authorizer = scheme['x-amazon-apigateway-authorizer'];
  const isHeader = scheme.type === 'apiKey' && scheme.in === 'header';
  if (!isHeader || !scheme.name || authorizer?.type !== 'token')
    throw new Error(`The security scheme ${name} is not a token in a header.`);

  const { identityValidationExpression: expression } = authorizer;
  return {
    id: name,
    functionArn: parseFunctionArn(authorizer.authorizerUri, `The authorizer ${name}`),
    header: scheme.name,
    timeToLive: authorizer.authorizerResultTtlInSeconds ?? defaultTimeToLive,
    validation: expression ? new RegExp(`^(?:${expression})$`) : undefined,
  };
}

/** The key of the operation for all other methods of a path. */
const anyMethod = 'x-amazon-apigateway-any-method';

type Authorizers = ReadonlyMap<string, TokenAuthorizer>;

function readAuthorizers({ components }: ApiDocument): Authorizers {
  const schemes = Object.entries(components?.securitySchemes ?? {});
  return new Map(schemes.map(([name, scheme]) => [name, readAuthorizer(name, scheme)]));
}

/**
 * Returns the authorizer of an operation, or undefined if the operation is public. Throws if the
 * authorizer is unknown, or if the operation has several.
 */
function findAuthorizer(
  { security = [] }: OperationDefinition,
  authorizers: Authorizers,
  method: string,
): TokenAuthorizer | undefined {
  const names = security.flatMap((requirement) => Object.keys(requirement));
  const [name, ...others] = names;
  if (name === undefined) return undefined;

  const authorizer = authorizers.get(name);
  if (authorizer && others.length === 0) return authorizer;

  const description = `the security ${names.join(', ')} of ${method}`;
  throw new Error(`The local runner does not support ${description}.`);
}

function readMethods(
  path: string,
  operations: PathDefinition,
  authorizers: Authorizers,
): Map<string, ApiMethod> {
  const methods = new Map<string, ApiMethod>();
  for (const [key, operation] of Object.entries(operations)) {
    const name = key === anyMethod ? 'ANY' : key.toUpperCase();
    const method = `${name} ${path}`;
    const integration = operation['x-amazon-apigateway-integration'];
    methods.set(name, {
      authorizer: findAuthorizer(operation, authorizers, method),
      integration: readIntegration(integration, method),
    });
  }
  return methods;
}

/** Lists the paths above a path, e.g. `/` and `/a` of `/a/b`. */
function listAncestors(path: string): string[] {
  const segments = path.split('/').slice(1, -1);
  const ancestors = segments.map((_, index) => segments.slice(0, index + 1).join('/'));
  return ['/', ...ancestors.map((ancestor) => `/${ancestor}`)];
}

/**
 * Reads the routes of an API with their methods. As in API Gateway, each ancestor of a path is
 * a route too, without methods unless the document has it as a path.
 */
function readRoutes(apiLogicalId: string, document: ApiDocument): ApiRoute[] {
  const { paths = {} } = document;
  const authorizers = readAuthorizers(document);
  const documentPaths = Object.keys(paths);
  const allPaths = new Set([...documentPaths.flatMap(listAncestors), ...documentPaths]);

  return [...allPaths].map((path) => ({
    resourceId: generateResourceId(apiLogicalId, path),
    path,
    methods: readMethods(path, paths[path] ?? {}, authorizers),
  }));
}

interface ApiProperties {
  Body?: ApiDocument;
}

interface StageProperties {
  RestApiId: string;
  DeploymentId: string;
  StageName: string;
  Variables?: Record<string, string>;
}

/**
 * Reads the REST API whose invoke URL is the stack's `output`, e.g. `MainUrl`.
 * Throws if the stack has no such output, or if it is not the invoke URL of an API.
 */
export function readApi(stack: Stack, output: string): Api {
  const url = stack.findOutput(output);
  const apis = stack.listResources<ApiProperties>('AWS::ApiGateway::RestApi');
  const api = apis.find(({ ref }) =>
    url?.startsWith(`https://${buildExecuteApiHost(ref)}/`),
  );
  const stages = stack.listResources<StageProperties>('AWS::ApiGateway::Stage');
  const stage = stages.find(({ properties }) => properties.RestApiId === api?.ref);
  if (!api || !stage)
    throw new Error(
      `The stack has no output ${output} with the invoke URL of a REST API.`,
    );

  const document = api.properties.Body ?? {};
  return {
    id: api.ref,
    stage: stage.properties.StageName,
    stageVariables: stage.properties.Variables ?? null,
    deploymentId: stage.properties.DeploymentId,
    routes: readRoutes(api.logicalId, document),
    binaryMediaTypes: document['x-amazon-apigateway-binary-media-types'] ?? [],
    minimumCompressionSize: document['x-amazon-apigateway-minimum-compression-size'],
    gatewayResponses: document['x-amazon-apigateway-gateway-responses'] ?? {},
  };
}
