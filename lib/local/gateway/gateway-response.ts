import { getHeader, type IncomingRequest, type OutgoingResponse } from '../http/message.ts';
import type { Api } from '../template/api.ts';
import type { GatewayError } from './gateway-error.ts';
import { fillTemplate, mapHeaders } from './mapping.ts';
import type { RequestContext } from './request-context.ts';

/** What API Gateway answers where the stack says nothing. */
const plainTemplates = { 'application/json': '{"message":$context.error.messageString}' };

/** The gateway's own answer to a request, in the form that the stack gives to this type, or else to its class. */
export function renderGatewayResponse(
  api: Api,
  { responseType, status, clientMessage }: GatewayError,
  request: Pick<IncomingRequest, 'headers'>,
  context: RequestContext,
): OutgoingResponse {
  const own = api.gatewayResponses.get(responseType);
  const definition = own ?? api.gatewayResponses.get(status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX');
  const error = {
    message: clientMessage,
    messageString: JSON.stringify(clientMessage),
    responseType,
  };
  const source = { context: { ...context, error }, stageVariables: api.stageVariables, request };
  const templates = Object.entries(definition?.templates ?? {});
  const [contentType, template] =
    templates.find(([type]) => type === 'application/json') ??
    templates[0] ??
    (['application/json', plainTemplates['application/json']] as const);
  const mapped = mapHeaders(definition?.parameters ?? {}, source);
  return {
    status: definition?.status ?? status,
    headers: getHeader(mapped, 'content-type')
      ? mapped
      : [...mapped, ['Content-Type', contentType]],
    body: Buffer.from(fillTemplate(template, source)),
  };
}
