import { getHeader, type OutgoingResponse, type RequestHead } from '../http/message.ts';
import type { Api, GatewayResponseDefinition } from '../template/api.ts';
import type { GatewayError } from './gateway-error.ts';
import { fillTemplate, mapHeaders } from './mapping.ts';
import type { RequestContext } from './request-context.ts';

/** The default template of API Gateway, for responses without a template in the stack. */
const defaultTemplate = {
  contentType: 'application/json',
  template: '{"message":$context.error.messageString}',
};

/** Finds the definition of a response type. Defaults to that of all 4xx or all 5xx responses. */
function findDefinition(
  { gatewayResponses }: Api,
  { responseType, status }: GatewayError,
): GatewayResponseDefinition | undefined {
  const defaultType = status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX';
  return gatewayResponses.get(responseType) ?? gatewayResponses.get(defaultType);
}

/** Selects the JSON template, or the first one if no template is JSON. */
function selectTemplate(definition: GatewayResponseDefinition | undefined) {
  const templates = Object.entries(definition?.templates ?? {});
  const json = templates.find(([contentType]) => contentType === 'application/json');
  const selected = json ?? templates[0];
  if (!selected) return defaultTemplate;

  const [contentType, template] = selected;
  return { contentType, template };
}

/** Renders an error as the stack defines it for the type of the error, or for all 4xx or 5xx. */
export function renderGatewayResponse(
  api: Api,
  error: GatewayError,
  request: Pick<RequestHead, 'headers' | 'scheme'>,
  context: RequestContext,
): OutgoingResponse {
  const { clientMessage: message, responseType } = error;
  const messageString = JSON.stringify(message);
  const source = {
    context: { ...context, error: { message, messageString, responseType } },
    stageVariables: api.stageVariables,
    request,
  };

  const definition = findDefinition(api, error);
  const { contentType, template } = selectTemplate(definition);
  const headers = mapHeaders(definition?.parameters ?? {}, source);
  const hasContentType = getHeader(headers, 'content-type') !== undefined;
  return {
    status: definition?.status ?? error.status,
    headers: hasContentType ? headers : [...headers, ['Content-Type', contentType]],
    body: Buffer.from(fillTemplate(template, source)),
  };
}
