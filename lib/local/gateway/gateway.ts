import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Invoke } from '../functions/invocation.ts';
import { awsAccount, awsRegion } from '../host/aws-account.ts';
import type { Clock } from '../host/clock.ts';
import type { IncomingRequest, OutgoingResponse } from '../http/message.ts';
import { readRequestHead } from '../http/request-head.ts';
import type { Api } from '../template/api.ts';
import { type AuthorizerContext, createAuthorizer } from './authorizer.ts';
import { decodeBody, encodeResponse } from './content-encoding.ts';
import { createGatewayError, isGatewayError } from './gateway-error.ts';
import { renderGatewayResponse } from './gateway-response.ts';
import { invokeLambdaIntegration, type Warn } from './lambda-integration.ts';
import { renderMockResponse } from './mock-integration.ts';
import { toProxyEvent } from './proxy-event.ts';
import { readRequestBody } from './request-body.ts';
import { createRequestContext, type RequestContext, withRoute } from './request-context.ts';
import { createRouteMatcher, type RouteMatch } from './route-matcher.ts';

/** What a gateway needs from the rest of the runner. */
export interface GatewayDeps {
  invoke: Invoke;
  clock: Clock;
  warn: Warn;
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
export function createGateway(api: Api, deps: GatewayDeps): RequestListener {
  const { invoke, clock, warn } = deps;
  const match = createRouteMatcher(api.routes);
  const authorize = createAuthorizer(invoke, clock);

  async function authorizerContext(
    request: IncomingRequest,
    { method }: RouteMatch,
  ): Promise<AuthorizerContext | undefined> {
    if (!method.authorizer) return undefined;
    const path = request.path.replace(/^\/+/, '');
    const methodArn = `arn:aws:execute-api:${awsRegion}:${awsAccount}:${api.id}/${api.stage}/${request.method}/${path}`;
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
      return renderMockResponse(api, integration, request, withRoute(context, matched));
    const body = await decodeBody(request.body, request.headers);
    const event = toProxyEvent(api, request, body, matched, withRoute(context, matched));
    const response = await invokeLambdaIntegration(api, integration, request, event, deps);
    return encodeResponse(response, request.headers, api.minimumCompressionSize);
  }

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const head = readRequestHead(message);
    const context = createRequestContext(api, head, clock.now());
    try {
      const request = { ...head, body: await readRequestBody(message, head) };
      if (deps.isUnavailable()) throw createGatewayError('DEFAULT_5XX', 503, 'Service Unavailable');
      send(response, await integrate(request, context), context.requestId);
    } catch (error) {
      if (message.destroyed && !message.complete) return;
      if (!isGatewayError(error))
        warn(`The local gateway failed: ${error instanceof Error ? error.stack : error}`);
      const known = isGatewayError(error) ? error : createGatewayError('DEFAULT_5XX', 500);
      send(response, renderGatewayResponse(api, known, head, context), context.requestId);
    }
  }

  return (message, response) => {
    answer(message, response).catch(() => response.destroy());
  };
}
