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
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
}

interface MethodProperties {
  RestApiId: { Ref: string };
  ResourceId: unknown;
  HttpMethod: string;
  AuthorizationType: string;
  AuthorizerId?: { Ref: string };
  Integration: {
    Type: string;
    Uri?: unknown;
    Credentials?: unknown;
    RequestTemplates?: Record<string, string>;
    IntegrationResponses?: {
      StatusCode: string;
      ResponseParameters: Record<string, string>;
      ResponseTemplates?: Record<string, string>;
    }[];
  };
}

/** A method of an API with its path. */
export interface SynthesizedRoute extends MethodProperties {
  api: string;
  path: string;
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

/** Lists the logical ids that a value refers to by `Ref` or `Fn::GetAtt`. */
export function listReferences(value: unknown): string[] {
  const text = JSON.stringify(value) ?? '';
  return [...text.matchAll(/\{"(?:Ref":|Fn::GetAtt":\[)"(\w+)"/g)].map(
    ([, id = '']) => id,
  );
}

function findPath(template: SynthesizedTemplate, resourceId: unknown): string {
  const [id = ''] = listReferences(resourceId);
  const resource = template.Resources[id];
  if (resource?.Type !== 'AWS::ApiGateway::Resource') return '';
  const { ParentId, PathPart } = resource.Properties;
  return `${findPath(template, ParentId)}/${String(PathPart)}`;
}

/** Lists every method of every API. */
export function listRoutes(template: SynthesizedTemplate): SynthesizedRoute[] {
  return listResources<MethodProperties>(template, 'AWS::ApiGateway::Method').map(
    ({ Properties }) => ({
      ...Properties,
      api: Properties.RestApiId.Ref,
      path: findPath(template, Properties.ResourceId),
    }),
  );
}

/** Finds the logical id of a host's API, e.g. `MainApi11E674AA`. */
export function findApiId(
  template: SynthesizedTemplate,
  host: 'main' | 'auth' | 'diary',
): string {
  const api = listResources<{ Name: string }>(template, 'AWS::ApiGateway::RestApi').find(
    ({ Properties }) => Properties.Name === `FitnessDataStack-${host}`,
  );
  if (!api) throw new Error(`The template has no API of the host ${host}.`);
  return api.id;
}
