import type { Api, GatewayResponseDefinition } from '../gateway/api.ts';
import { executeApiHost } from './identity.ts';
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

function readGatewayResponses(stack: Stack, apiId: string): Map<string, GatewayResponseDefinition> {
  return new Map(
    stack
      .resources<GatewayResponseProperties>('AWS::ApiGateway::GatewayResponse')
      .filter(({ properties }) => properties.RestApiId === apiId)
      .map(({ properties }) => [
        properties.ResponseType,
        {
          status: properties.StatusCode === undefined ? undefined : Number(properties.StatusCode),
          parameters: properties.ResponseParameters ?? {},
          templates: properties.ResponseTemplates ?? {},
        },
      ]),
  );
}

/**
 * The REST API whose invoke URL the stack gives as `output`, as in `MainUrl`.
 * Throws a sentence where there is no such output, or where it is not the URL of an API with a stage.
 */
export function readApi(stack: Stack, output: string): Api {
  const url = stack.output(output);
  const api = stack
    .resources<ApiProperties>('AWS::ApiGateway::RestApi')
    .find(({ ref }) => url?.startsWith(`https://${executeApiHost(ref)}/`));
  const stage = stack
    .resources<StageProperties>('AWS::ApiGateway::Stage')
    .find(({ properties }) => properties.RestApiId === api?.ref);
  if (!api || !stage)
    throw new Error(`The stack has no output ${output} with the invoke URL of a REST API.`);
  return {
    id: api.ref,
    stage: stage.properties.StageName,
    stageVariables: stage.properties.Variables ?? null,
    deploymentId: stage.properties.DeploymentId,
    routes: readRoutes(stack, api.ref, stack.attribute(api.logicalId, 'RootResourceId')),
    binaryMediaTypes: api.properties.BinaryMediaTypes ?? [],
    minimumCompressionSize: api.properties.MinimumCompressionSize,
    gatewayResponses: readGatewayResponses(stack, api.ref),
  };
}
