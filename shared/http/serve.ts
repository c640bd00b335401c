import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Endpoint } from '../contract/endpoint.ts';
import { ServiceError, serviceError } from '../errors/errors.ts';
import { cacheable } from './caching.ts';
import type { Handler, Reply } from './handler.ts';
import { headerReader } from './headers.ts';
import { type PlainReply, renderFailure, renderReply } from './reply.ts';
import { readRequest } from './request.ts';
import { type Exchange, logRequests } from './request-log.ts';

/** An endpoint's Lambda function. */
export type LambdaHandler = (
  event: APIGatewayProxyEvent,
  context: Context,
) => Promise<APIGatewayProxyResult>;

/** Left of the function's time when the pipeline answers 504 itself, in the shape of the interface. */
const timeoutEarlyInMillis = 250;

/** A handler with its endpoint's types forgotten, as the pipeline runs it. */
type AnyHandler = (request: Awaited<ReturnType<typeof readRequest>>) => Promise<PlainReply>;

/** Any error in the shape of the host; one that is not of the closed table is our fault and says nothing. */
function renderErrors(
  endpoint: Endpoint,
): middy.MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  return {
    onError: (request) => {
      const { pathParameters } = request.event;
      const version =
        endpoint.versions.find((known) => known === pathParameters?.version) ??
        endpoint.versions[0];
      const error =
        request.error instanceof ServiceError ? request.error : serviceError('internal');
      request.response = renderFailure(endpoint, error, {
        version,
        params: (pathParameters ?? {}) as Readonly<Record<string, string>>,
        acceptLanguage: headerReader(request.event)('accept-language'),
      });
    },
  };
}

/**
 * Makes the Lambda function of an endpoint: reads and validates what the endpoint declares, requires the caller or
 * fails closed, runs the handler, renders its reply or its error in the shape of the host, and writes one log line.
 */
export function serve<const E extends Endpoint, const R extends Reply<E>>(
  endpoint: E,
  handler: Handler<E, R>,
): LambdaHandler {
  const handle = handler as unknown as AnyHandler;
  return middy<APIGatewayProxyEvent, APIGatewayProxyResult, Error, Exchange>({
    timeoutEarlyInMillis,
    timeoutEarlyResponse: () => {
      throw serviceError('timed_out');
    },
  })
    .use(logRequests(`${endpoint.method} ${endpoint.path}`))
    .use(renderErrors(endpoint))
    .handler(async (event, { meter }) => {
      const request = await readRequest(endpoint, event, meter);
      const result = renderReply(endpoint, await handle(request));
      return cacheable(endpoint, result, request.header('if-none-match'));
    }) as unknown as LambdaHandler;
}
