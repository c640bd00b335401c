import type { Api, GatewayResponseDefinition } from './api.ts';
import type { ApiDocument, GatewayResponseProperties } from './api-document.ts';
import { buildExecuteApiHost } from './identity.ts';
import { readRoutes } from './routes.ts';
import type { Stack } from './stack.ts';

interface ApiProperties {
  Body?: ApiDocument;
}

interface StageProperties {
  RestApiId: string;
  DeploymentId: string;
  StageName: string;
  Variables?: Record<string, string>;
}

function toGatewayResponse({
  statusCode,
  responseParameters = {},
  responseTemplates = {},
}: GatewayResponseProperties): GatewayResponseDefinition {
  return {
    status: statusCode === undefined ? undefined : Number(statusCode),
    parameters: responseParameters,
    templates: responseTemplates,
  };
}

function readGatewayResponses(
  document: ApiDocument,
): Map<string, GatewayResponseDefinition> {
  const responses = document['x-amazon-apigateway-gateway-responses'] ?? {};
  const byType = new Map<string, GatewayResponseDefinition>();
  for (const [type, properties] of Object.entries(responses))
    byType.set(type, toGatewayResponse(properties));
  return byType;
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
    gatewayResponses: readGatewayResponses(document),
  };
}
