import type { Host } from '#shared/contract/endpoint.ts';

/** A CloudFormation template, with the members that tests read. */
export interface SynthesizedTemplate {
  Resources: Record<string, SynthesizedResource>;
  Outputs: Record<string, { Value: unknown }>;
  Conditions?: Record<string, unknown>;
}

export interface SynthesizedResource<P = Record<string, unknown>> {
  Type: string;
  Properties: P;
  Metadata: Record<string, string>;
  Condition?: string;
  DependsOn?: string[];
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
}

/** The OpenAPI document of an API, with the members that tests read. */
export interface SynthesizedDocument {
  servers?: unknown[];
  paths: Record<string, Record<string, SynthesizedOperation>>;
  components: { securitySchemes: Record<string, SynthesizedScheme> };
  'x-amazon-apigateway-gateway-responses': Record<string, SynthesizedResponse>;
  'x-amazon-apigateway-binary-media-types'?: string[];
  'x-amazon-apigateway-minimum-compression-size'?: number;
}

/** A response of a mock integration, or of the gateway itself. */
export interface SynthesizedResponse {
  statusCode?: string;
  responseParameters: Record<string, string>;
  responseTemplates?: Record<string, string>;
}

interface SynthesizedScheme {
  type: string;
  name: string;
  in: string;
  'x-amazon-apigateway-authorizer': {
    type: string;
    authorizerUri: unknown;
    authorizerCredentials: unknown;
    authorizerResultTtlInSeconds: number;
    identityValidationExpression: string;
  };
}

interface SynthesizedOperation {
  security?: Record<string, unknown>[];
  responses: Record<string, { headers: Record<string, unknown> }>;
  'x-amazon-apigateway-integration': SynthesizedIntegration;
}

interface SynthesizedIntegration {
  type: string;
  uri?: unknown;
  credentials?: unknown;
  requestTemplates?: Record<string, string>;
  /** By the pattern of a status, or `default`. */
  responses?: Record<string, SynthesizedResponse>;
}

/** A method of an API with its path. */
export interface SynthesizedRoute {
  api: string;
  path: string;
  /** In upper case. `ANY` stands for all other methods. */
  method: string;
  /** The names of the security schemes. Empty if the method is public. */
  security: string[];
  /** The statuses and headers that the method lists. */
  listed: SynthesizedOperation['responses'];
  integration: SynthesizedIntegration;
}

/** Lists the resources of one type with their logical ids. */
export function listResources<P = Record<string, unknown>>(
  { Resources }: SynthesizedTemplate,
  type: string,
): (SynthesizedResource<P> & { id: string })[] {
  return Object.entries(Resources)
    .filter(([, { Type }]) => Type === type)
    .map(([id, resource]) => ({ ...(resource as SynthesizedResource<P>), id }));
}

/** Returns the only resource of a type. Throws unless there is exactly one. */
export function getOnlyResource<P = Record<string, unknown>>(
  template: SynthesizedTemplate,
  type: string,
): SynthesizedResource<P> & { id: string } {
  const [resource, ...others] = listResources<P>(template, type);
  if (!resource || others.length > 0)
    throw new Error(`The template must have exactly one ${type}.`);
  return resource;
}

/** Returns the key that encrypts, and those that sign, the current one first. */
export function findKeys<P = Record<string, unknown>>(template: SynthesizedTemplate) {
  const keys = listResources<P & { KeyUsage?: string }>(template, 'AWS::KMS::Key');
  const isSigningKey = ({ Properties }: { Properties: { KeyUsage?: string } }) =>
    Properties.KeyUsage === 'SIGN_VERIFY';
  const [encryptionKey, ...others] = keys.filter((key) => !isSigningKey(key));
  if (!encryptionKey || others.length > 0)
    throw new Error('The template must have exactly one key that encrypts.');
  return { encryptionKey, signingKeys: keys.filter(isSigningKey) };
}

/** Lists the logical ids that a value refers to by `Ref` or `Fn::GetAtt`. */
export function listReferences(value: unknown): string[] {
  const text = JSON.stringify(value) ?? '';
  return [...text.matchAll(/\{"(?:Ref":|Fn::GetAtt":\[)"(\w+)"/g)].map(
    ([, id = '']) => id,
  );
}

/** Returns the document in the body of an API. */
export function getDocument(
  { Resources }: SynthesizedTemplate,
  apiId: string,
): SynthesizedDocument {
  return Resources[apiId]?.Properties.Body as SynthesizedDocument;
}

function listRoutesOfApi(api: string, { paths }: SynthesizedDocument) {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(
      ([key, operation]): SynthesizedRoute => ({
        api,
        path,
        method: key === 'x-amazon-apigateway-any-method' ? 'ANY' : key.toUpperCase(),
        security: (operation.security ?? []).flatMap((scheme) => Object.keys(scheme)),
        listed: operation.responses,
        integration: operation['x-amazon-apigateway-integration'],
      }),
    ),
  );
}

/** Lists every method of every API. */
export function listRoutes(template: SynthesizedTemplate): SynthesizedRoute[] {
  const apis = listResources(template, 'AWS::ApiGateway::RestApi');
  return apis.flatMap(({ id }) => listRoutesOfApi(id, getDocument(template, id)));
}

/** Finds the logical id of the function whose name is in a value, e.g. in the URI of a route. */
export function findNamedFunction(
  template: SynthesizedTemplate,
  value: unknown,
): string | undefined {
  const [, name] = /:function:([\w-]+)/.exec(JSON.stringify(value) ?? '') ?? [];
  const functions = listResources<{ FunctionName?: string }>(
    template,
    'AWS::Lambda::Function',
  );
  return functions.find(({ Properties }) => name && Properties.FunctionName === name)?.id;
}

/** Finds the logical id of a host's API, e.g. `MainApi11E674AA`. */
export function findApiId(
  template: SynthesizedTemplate,
  host: Host,
  stackName = 'FitnessDataStack',
): string {
  const api = listResources<{ Name: string }>(template, 'AWS::ApiGateway::RestApi').find(
    ({ Properties }) => Properties.Name === `${stackName}-${host}`,
  );
  if (!api) throw new Error(`The template has no API of the host ${host}.`);
  return api.id;
}
