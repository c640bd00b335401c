import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Invoke } from '../functions/invocation.ts';
import { account, region } from '../host/aws-account.ts';
import type { Clock } from '../host/clock.ts';
import type { Api } from './api.ts';
import { type AuthorizerContext, createAuthorize } from './authorizer.ts';
import { decodeBody, encodeResponse } from './content-encoding.ts';
import { renderGatewayResponse } from './gateway-response.ts';
import { answerByLambda, type Notice } from './lambda-integration.ts';
import { createMatcher, type Match } from './match-route.ts';
import type { IncomingRequest, OutgoingResponse } from './message.ts';
import { answerMock } from './mock-integration.ts';
import { toProxyEvent } from './proxy-event.ts';
import { receiveBody, receiveHead } from './receive.ts';
import { isRefusal, refusal } from './refusal.ts';
import { createRequestContext, type RequestContext, withRoute } from './request-context.ts';

/** What a gateway needs from the rest of the runner. */
export interface GatewaySurroundings {
  invoke: Invoke;
  clock: Clock;
  notice: Notice;
  /** Whether a store that the functions need has ended. */
  isUnavailable(): boolean;
}

/** Writes a response as it is; Node adds only Date and what the connection needs. */
function send(
  response: ServerResponse,
  { status, headers, body }: OutgoingResponse,
  requestId: string,
): void {
  const hasBody = status !== 204 && status !== 304;
  const lines = [...headers, ['x-amzn-RequestId', requestId]];
  if (hasBody) lines.push(['Content-Length', String(body.length)]);
  response.writeHead(status, lines.flat());
  response.end(hasBody ? body : undefined);
}

/** Makes the request listener that stands for one REST API. */
export function createGateway(api: Api, surroundings: GatewaySurroundings): RequestListener {
  const { invoke, clock, notice } = surroundings;
  const match = createMatcher(api.routes);
  const authorize = createAuthorize(invoke, clock);

  async function authorizerContext(
    request: IncomingRequest,
    { method }: Match,
  ): Promise<AuthorizerContext | undefined> {
    if (!method.authorizer) return undefined;
    const path = request.path.replace(/^\/+/, '');
    const methodArn = `arn:aws:execute-api:${region}:${account}:${api.id}/${api.stage}/${request.method}/${path}`;
    return authorize(method.authorizer, request.headers, methodArn);
  }

  async function integrate(
    request: IncomingRequest,
    context: RequestContext,
  ): Promise<OutgoingResponse> {
    const matched = match(request.method, request.path);
    context.authorizer = await authorizerContext(request, matched);
    const { integration } = matched.method;
    if (integration.type === 'mock')
      return answerMock(api, integration, request, withRoute(context, matched));
    const body = await decodeBody(request.body, request.headers);
    const event = toProxyEvent(api, request, body, matched, withRoute(context, matched));
    const response = await answerByLambda(api, integration, request, event, surroundings);
    return encodeResponse(response, request.headers, api.minimumCompressionSize);
  }

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const head = receiveHead(message);
    const context = createRequestContext(api, head, clock.now());
    try {
      const request = { ...head, body: await receiveBody(message, head) };
      if (surroundings.isUnavailable()) throw refusal('DEFAULT_5XX', 503, 'Service Unavailable');
      send(response, await integrate(request, context), context.requestId);
    } catch (error) {
      if (message.destroyed && !message.complete) return;
      if (!isRefusal(error))
        notice(`The local gateway failed: ${error instanceof Error ? error.stack : error}`);
      const known = isRefusal(error) ? error : refusal('DEFAULT_5XX', 500);
      send(response, renderGatewayResponse(api, known, head, context), context.requestId);
    }
  }

  return (message, response) => {
    answer(message, response).catch(() => response.destroy());
  };
}
