import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { parsePrincipal } from '../auth/principal.ts';
import {
  baseUrlVariables,
  type Endpoint,
  getErrorShape,
  type ResponseDeclaration,
} from '../contract/endpoint.ts';
import { parseServiceIdentity, settingVariables } from '../contract/resources.ts';
import {
  getCorsHeaders,
  getSecurityHeaders,
  personal,
  uncached,
} from '../contract/response-headers.ts';
import { ServiceError, serviceError } from '../errors/errors.ts';
import type { PageRenderer } from '../pages/error-page.ts';
import { compact } from '../runtime/compact.ts';
import { findEnvironment } from '../runtime/environment.ts';
import {
  describeFailure,
  getCause,
  type LogFields,
  log,
  newMeter,
} from '../runtime/log.ts';
import { withCaching } from './caching.ts';
import type { AllDependencies, Dependencies } from './declared.ts';
import type { Handler, HandlerResponse } from './handler.ts';
import { createHeaderReader, negotiateJsonType, readScheme } from './headers.ts';
import { findApiVersion, readPathParameters } from './parameters.ts';
import { type Content, renderError } from './render-error.ts';
import {
  type Available,
  type Middleware,
  type PipelineContext,
  readRequest,
} from './request.ts';
import type { RequestQuota } from './request-quota.ts';

/** The Lambda function of an endpoint. */
export type LambdaHandler = (
  event: APIGatewayProxyEvent,
  context: Context,
) => Promise<APIGatewayProxyResult>;

/**
 * The pipeline responds with 504, in the error shape of the endpoint, this long before the function
 * times out.
 */
const timeoutEarlyInMillis = 250;

/** A handler's response without the types of its endpoint. */
interface PlainResponse {
  status: number;
  headers?: Readonly<Record<string, string>>;
  cookies?: readonly string[];
  body?: unknown;
}

/** A handler without the types of its endpoint, as the pipeline runs it. */
type AnyHandler = (
  request: Awaited<ReturnType<typeof readRequest>>,
) => Promise<PlainResponse>;

type CompleteHeaders = (
  response: APIGatewayProxyResult,
  context: PipelineContext,
) => APIGatewayProxyResult;

/**
 * Returns the function that gives a response the media type that the client prefers, and the
 * headers of every response.
 */
function createHeaderCompletion(endpoint: Endpoint): CompleteHeaders {
  const cors = getCorsHeaders(endpoint);
  const caching = endpoint.auth === 'public' ? uncached : personal;
  const shape = getErrorShape(endpoint);
  const security = {
    http: getSecurityHeaders('http'),
    https: getSecurityHeaders('https'),
  };
  return (response, { header, names }) => {
    const { headers = {} } = response;
    const negotiated = negotiateJsonType(shape, headers, header('accept'));
    const secured = { ...negotiated, ...security[readScheme(header)] };
    const completed = { ...caching, ...secured, ...cors, ...names?.headers };
    return { ...response, headers: completed };
  };
}

/**
 * Returns the middleware that renders errors in the shape of the endpoint. An unexpected error
 * becomes `internal` and reveals nothing.
 */
function renderErrors(
  endpoint: Endpoint,
  { pages }: Available,
  completeHeaders: CompleteHeaders,
): Middleware {
  const { versions } = endpoint;
  return {
    onError: (request) => {
      const params = readPathParameters(request.event);
      const { error } = request;
      const { header } = request.context;
      const reported = error instanceof ServiceError ? error : serviceError('internal');
      // For an unknown version, the links lead to the first version.
      const version = findApiVersion(endpoint, request.event) ?? versions[0];
      const authUrl = findEnvironment(baseUrlVariables.auth);
      const { status, headers, body } = renderError(reported, endpoint, {
        version,
        params,
        request_id: request.event.requestContext.requestId,
        accept: header('accept'),
        reader: {
          acceptLanguage: header('accept-language'),
          accountUrl: authUrl && `${authUrl}/${version}/oauth2/account/`,
          service: parseServiceIdentity(findEnvironment(settingVariables.service)),
        },
        pages,
      });
      const response = { statusCode: status, headers, body };
      request.response = completeHeaders(response, request.context);
    },
  };
}

/**
 * Returns the Lambda function of an endpoint. It validates the request and the caller, runs the
 * handler, renders its response or error, and writes one log line. `dependencies` are exactly the
 * stores, multipart reader and page renderer that `endpoint` needs.
 */
export function serve<const E extends Endpoint, const R extends HandlerResponse<E>>(
  endpoint: E,
  dependencies: Dependencies<E>,
  handler: Handler<E, R>,
): LambdaHandler {
  const given: Partial<AllDependencies> = dependencies;
  const quota = createQuotaFor(endpoint, given);
  const available = { ...given, quota, names: given.names?.(endpoint) };
  const completeHeaders = createHeaderCompletion(endpoint);
  const handle = handler as unknown as AnyHandler;
  return (
    middy<APIGatewayProxyEvent, APIGatewayProxyResult, Error, PipelineContext>({
      timeoutEarlyInMillis,
      timeoutEarlyResponse: () => {
        throw serviceError('timed_out');
      },
    })
      // After the handler, the middleware runs from the last to the first.
      .use([
        logRequests(`${endpoint.method} ${endpoint.path}`),
        ...(quota ? [quota.addQuotaFields] : []),
        renderErrors(endpoint, available, completeHeaders),
        ...(quota ? [quota.countRequests] : []),
      ])
      .handler(async (event, context) => {
        const request = await readRequest(endpoint, available, event, context);
        const { query, header } = request;
        if (request.body !== undefined) quota?.chargeItems(context, request.body);
        const handled = await handle(request);
        quota?.recordResponse(context, { query, body: handled.body });
        const response = renderResponse(endpoint, handled, available.pages);
        const isCached = endpoint.cacheSeconds !== undefined;
        const ifNoneMatch = header('if-none-match');
        const cached = isCached ? withCaching(endpoint, response, ifNoneMatch) : response;
        return completeHeaders(cached, context);
      }) as unknown as LambdaHandler
  );
}

function createQuotaFor(
  endpoint: Endpoint,
  { quota: create, table }: Partial<AllDependencies>,
): RequestQuota | undefined {
  if (create && !table) throw new Error('serve() was not given a table.');
  return table && create?.(endpoint, { table });
}

/** Headers of a text that is not a page, such as an SVG: it may load and run nothing. */
const inertHeaders = { 'Content-Security-Policy': "default-src 'none'; sandbox" };

const renderedJson = new WeakMap<object, string>();

/**
 * Serializes a body. An object that several responses share, such as a whole list of reference
 * data, is serialized once.
 */
function toJson(body: unknown): string {
  if (typeof body !== 'object' || body === null) return JSON.stringify(body);
  const json = renderedJson.get(body) ?? JSON.stringify(body);
  renderedJson.set(body, json);
  return json;
}

function renderContent(
  { host }: Endpoint,
  declared: ResponseDeclaration['body'],
  body: unknown,
  pages: PageRenderer | undefined,
): Content {
  if (body === undefined) return { headers: {}, body: '' };
  if (declared === 'html') return { headers: pages?.headers() ?? {}, body: String(body) };
  if (typeof declared === 'string') {
    return { headers: { 'Content-Type': declared, ...inertHeaders }, body: String(body) };
  }
  const charset = host === 'diary' ? '; charset=utf-8' : '';
  const contentType = `application/json${charset}`;
  return { headers: { 'Content-Type': contentType }, body: toJson(body) };
}

/**
 * Renders a handler's response as a Lambda proxy result. Throws if the endpoint does not declare
 * the response's status.
 */
function renderResponse(
  endpoint: Endpoint,
  { status, headers, cookies = [], body }: PlainResponse,
  pages: PageRenderer | undefined,
): APIGatewayProxyResult {
  const declared = endpoint.responses[status];
  if (!declared) throw new Error(`The status ${status} is not declared.`);
  const content = renderContent(endpoint, declared.body, body, pages);
  const multiValueHeaders =
    cookies.length > 0 ? { 'Set-Cookie': [...cookies] } : undefined;
  return compact({
    statusCode: status,
    headers: { ...content.headers, ...headers },
    multiValueHeaders,
    body: content.body,
  });
}

type LoggedRequest = Parameters<NonNullable<Middleware['after']>>[0];

type OutcomeFields = Pick<LogFields, 'level' | 'code' | 'cause' | 'error_name'>;

/** Returns the level and the log fields of the outcome of a request. */
function describeOutcome(error: Error | null | undefined): OutcomeFields {
  if (!error) return { level: 'info' };
  if (!(error instanceof ServiceError))
    return { level: 'error', ...describeFailure(error) };
  const cause = getCause(error);
  const level = cause ? 'warn' : 'info';
  return { level, ...compact({ code: error.code, cause }) };
}

/**
 * Returns the middleware that reads what every request has, and logs one line for each: the user,
 * the endpoint, the outcome and the cost. It never logs what was sent.
 */
function logRequests(endpoint: string): Middleware {
  const writeLine = ({ event, context, response, error }: LoggedRequest) => {
    const { authorizer, requestId } = event.requestContext;
    const duration = performance.now() - context.startedAt;
    log({
      ...describeOutcome(error),
      event: 'request',
      endpoint,
      request_id: requestId,
      ...compact({ status: response?.statusCode }),
      duration_ms: Math.round(duration * 10) / 10,
      // The access log has the client id, so this line leaves it out.
      ...compact({
        user_id: authorizer?.sub && String(authorizer.sub),
        user_hash: context.caller?.user_hash,
      }),
      ...context.meter.readings(),
      // Most requests need no store calls for limits, and have no unknown names.
      ...compact({
        use_calls: context.useMeter?.readings().store_calls || undefined,
        ignored_names: context.names?.ignored || undefined,
      }),
    });
  };
  return {
    before: ({ event, context }) => {
      const { authorizer, requestTimeEpoch = Date.now() } = event.requestContext;
      Object.assign(context, {
        startedAt: performance.now(),
        now: new Date(requestTimeEpoch),
        header: createHeaderReader(event),
        caller: parsePrincipal(authorizer),
        meter: newMeter(),
      });
    },
    after: writeLine,
    onError: writeLine,
  };
}
