import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Invoke } from '../functions/invocation.ts';
import { awsAccount, awsRegion } from '../host/aws-account.ts';
import type { Clock } from '../host/clock.ts';
import type { IncomingRequest, OutgoingResponse, RequestHead } from '../http/message.ts';
import type { ReadRequestHead } from '../http/request-head.ts';
import type { Api } from '../template/api.ts';
import {
  type Authorize,
  type AuthorizerContext,
  createAuthorizer,
} from './authorizer.ts';
import { decodeBody, encodeResponse } from './content-encoding.ts';
import {
  createGatewayError,
  type GatewayError,
  isGatewayError,
} from './gateway-error.ts';
import { renderGatewayResponse } from './gateway-response.ts';
import { invokeLambdaIntegration, renderMockResponse } from './integrations.ts';
import { toProxyEvent } from './proxy-event.ts';
import {
  type BodyAccount,
  type BodySender,
  type OpenBodyAccount,
  readRequestBody,
  requireValidHead,
} from './request-body.ts';
import {
  addRoute,
  createRequestContext,
  type RequestContext,
} from './request-context.ts';
import { createRouteMatcher, type RouteMatch } from './route-matcher.ts';

export interface GatewayDeps {
  invoke: Invoke;
  clock: Clock;
  /** Warns the developer about a failure whose reason the client does not see. */
  warn: (message: string) => void;
  /** Whether a store that the functions need has crashed and has not been restarted yet. */
  isUnavailable(): boolean;
  /** Opens the account of a request, whose body is kept until the response. */
  openBodyAccount: OpenBodyAccount;
  /** Receives each request, with the body decompressed, and the response of the function. */
  observe?(request: IncomingRequest, response: OutgoingResponse): void;
}

/** Responds to a request as API Gateway does. A gateway error becomes a response too. */
export type Respond = (
  head: RequestHead,
  readBody: ReadBody,
) => Promise<OutgoingResponse>;

type ReadBody = (account?: BodyAccount) => Promise<Buffer>;

/**
 * Sends a response. Node adds only Date and the headers of the connection, and does not send the
 * body in response to HEAD.
 */
function sendResponse(
  response: ServerResponse,
  { status, headers, body }: OutgoingResponse,
): void {
  const hasBody = status !== 204 && status !== 304;
  const namesAndValues: string[] = [];
  for (const [name, value] of headers) namesAndValues.push(name, value);
  if (hasBody) namesAndValues.push('Content-Length', String(body.length));

  response.writeHead(status, namesAndValues);
  response.end(hasBody ? body : undefined);
}

/** Builds the ARN of the method that a request calls. */
export function buildMethodArn(
  { id, stage }: Api,
  { method, path }: Pick<IncomingRequest, 'method' | 'path'>,
): string {
  const arn = `arn:aws:execute-api:${awsRegion}:${awsAccount}:${id}`;
  const resource = path.replace(/^\/+/, '');
  return `${arn}/${stage}/${method}/${resource}`;
}

function authorizeRequest(
  authorize: Authorize,
  api: Api,
  head: RequestHead,
  { method }: RouteMatch,
): Promise<AuthorizerContext> | undefined {
  if (!method.authorizer) return undefined;
  return authorize(method.authorizer, head.headers, buildMethodArn(api, head));
}

function getSender(
  { authorizer }: RequestContext,
  { sourceIp }: RequestHead,
): BodySender {
  if (!authorizer) return { kind: 'unknown', id: sourceIp };
  return { kind: 'known', id: authorizer.principalId };
}

async function runIntegration(
  api: Api,
  request: IncomingRequest,
  match: RouteMatch,
  requestContext: RequestContext,
  deps: GatewayDeps,
): Promise<OutgoingResponse> {
  const { integration } = match.method;
  if (integration.type === 'mock') return renderMockResponse(api, integration, request);

  const context = addRoute(requestContext, match);
  const event = toProxyEvent(api, request, match, context);
  const response = await invokeLambdaIntegration(
    api,
    integration,
    request,
    event,
    deps.invoke,
  );
  deps.observe?.(request, response);
  return encodeResponse(response, request.headers, api.minimumCompressionSize);
}

/** Returns the gateway error that was thrown, and a 500 for any other error. */
function toGatewayError(error: unknown): GatewayError {
  if (isGatewayError(error)) return error;

  const description = error instanceof Error ? error.stack : error;
  const reason = `the local gateway failed: ${description}`;
  return createGatewayError('DEFAULT_5XX', { status: 500, reason });
}

/** While the engine is down, API Gateway in AWS would report that the authorizer has failed. */
const engineDown = {
  status: 503,
  reason: 'DynamoDB has crashed, and is not running yet',
};

/** Creates a REST API, without a server. */
export function createApi(api: Api, deps: GatewayDeps): Respond {
  const matchRoute = createRouteMatcher(api.routes);
  const authorize = createAuthorizer(deps.invoke, deps.clock);

  /** Finds the route, and authorizes the caller. */
  async function admit(head: RequestHead, context: RequestContext): Promise<RouteMatch> {
    requireValidHead(head);
    const match = matchRoute(head.method, head.path);
    context.resourcePath = match.route.path;
    if (deps.isUnavailable()) throw createGatewayError('AUTHORIZER_FAILURE', engineDown);

    context.authorizer = await authorizeRequest(authorize, api, head, match);
    return match;
  }

  /** Responds to a request. Its body is read when it is known whether the caller may send one. */
  async function handle(
    head: RequestHead,
    readBody: ReadBody,
    context: RequestContext,
  ): Promise<OutgoingResponse> {
    const [admission] = await Promise.allSettled([admit(head, context)]);
    if (admission.status === 'rejected') {
      await readBody();
      throw admission.reason;
    }
    const match = admission.value;
    if (match.method.integration.type === 'mock') {
      const body = await readBody();
      return runIntegration(api, { ...head, body }, match, context, deps);
    }
    // The account is kept until the response.
    using account = deps.openBodyAccount(getSender(context, head));
    const sent = await readBody(account);
    const body = await decodeBody(sent, head.headers, account.keep);
    return await runIntegration(api, { ...head, body }, match, context, deps);
  }

  /** Warns of a 5xx, whose reason the client does not see. */
  function warnOfFailure(
    { status }: OutgoingResponse,
    { reason }: GatewayError,
    { httpMethod, resourcePath, requestId }: RequestContext,
  ): void {
    if (status < 500) return;
    const request = `${httpMethod} ${resourcePath} (request ${requestId})`;
    deps.warn(`API Gateway responds with ${status} to ${request}: ${reason}.`);
  }

  return async (head, readBody) => {
    const context = createRequestContext(api, head, deps.clock.now());
    const withRequestId = (response: OutgoingResponse): OutgoingResponse => ({
      ...response,
      headers: [...response.headers, ['x-amzn-RequestId', context.requestId]],
    });

    try {
      return withRequestId(await handle(head, readBody, context));
    } catch (error) {
      const gatewayError = toGatewayError(error);
      const { requestId } = context;
      const response = renderGatewayResponse(api, gatewayError, head.scheme, requestId);
      warnOfFailure(response, gatewayError, context);
      return withRequestId(response);
    }
  };
}

/** Creates the request listener of a REST API. */
export function createGateway(
  api: Api,
  readHead: ReadRequestHead,
  deps: GatewayDeps,
): RequestListener {
  const respond = createApi(api, deps);

  async function serve(
    message: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const head = readHead(message);
    const rendered = await respond(head, (account) => readRequestBody(message, account));
    const isAborted = message.destroyed && !message.complete;
    if (!isAborted) sendResponse(response, rendered);
  }

  return (message, response) => {
    serve(message, response).catch(() => response.destroy());
  };
}
