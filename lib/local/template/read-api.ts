import type { Api, GatewayResponseDefinition } from './api.ts';
import { buildExecuteApiHost } from './identity.ts';
import { readRoutes } from './routes.ts';
import type { Stack } from './stack.ts';

interface ApiProperties {
  BinaryMediaTypes?: string[];
  MinimumCompressionSize?: number;
}

interface StageProperties {
  RestApiId: string;
  DeploymentId: string;
  StageName: string;
  Variables?: Record<string, string>;
}

interface GatewayResponseProperties {
  RestApiId: string;
  ResponseType: string;
  StatusCode?: string;
  ResponseParameters?: Record<string, string>;
  ResponseTemplates?: Record<string, string>;
}

function toGatewayResponse(
  properties: GatewayResponseProperties,
): GatewayResponseDefinition {
  const { StatusCode, ResponseParameters = {}, ResponseTemplates = {} } = properties;
  return {
    status: StatusCode === undefined ? undefined : Number(StatusCode),
    parameters: ResponseParameters,
    templates: ResponseTemplates,
  };
}

function readGatewayResponses(
  stack: Stack,
  apiId: string,
): Map<string, GatewayResponseDefinition> {
  const responses = stack.resources<GatewayResponseProperties>(
    'AWS::ApiGateway::GatewayResponse',
  );
  const byType = new Map<string, GatewayResponseDefinition>();

  for (const { properties } of responses) {
    const { RestApiId, ResponseType } = properties;
    if (RestApiId === apiId) byType.set(ResponseType, toGatewayResponse(properties));
  }

  return byType;
}

/**
 * Reads the REST API whose invoke URL is the stack's `output`, e.g. `MainUrl`.
 * Throws if the stack has no such output, or if it is not the invoke URL of an API.
 */
export function readApi(stack: Stack, output: string): Api {
  const url = stack.output(output);
  const apis = stack.resources<ApiProperties>('AWS::ApiGateway::RestApi');
  const api = apis.find(({ ref }) =>
    url?.startsWith(`https://${buildExecuteApiHost(ref)}/`),
  );
  const stages = stack.resources<StageProperties>('AWS::ApiGateway::Stage');
  const stage = stages.find(({ properties }) => properties.RestApiId === api?.ref);
  if (!api || !stage)
    throw new Error(
      `The stack has no output ${output} with the invoke URL of a REST API.`,
    );

  const rootResourceId = stack.attribute(api.logicalId, 'RootResourceId');
  return {
    id: api.ref,
    stage: stage.properties.StageName,
    stageVariables: stage.properties.Variables ?? null,
    deploymentId: stage.properties.DeploymentId,
    routes: readRoutes(stack, api.ref, rootResourceId),
    binaryMediaTypes: api.properties.BinaryMediaTypes ?? [],
    minimumCompressionSize: api.properties.MinimumCompressionSize,
    gatewayResponses: readGatewayResponses(stack, api.ref),
  };
}
