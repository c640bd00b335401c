import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Endpoint } from '../contract/endpoint.ts';
import type { ServiceError } from '../errors/errors.ts';
import { type ErrorScene, renderError } from '../errors/render.ts';
import { pageHeaders } from '../pages/layout.ts';

/** What a handler answers, with its types forgotten. */
export interface PlainReply {
  status: number;
  headers?: Readonly<Record<string, string>>;
  cookies?: readonly string[];
  body?: unknown;
}

const charset: Record<Endpoint['host'], string> = { main: '', auth: '', diary: '; charset=utf-8' };

/** Renders a handler's reply as a Lambda proxy result. */
export function renderReply(
  endpoint: Endpoint,
  { status, headers, cookies, body }: PlainReply,
): APIGatewayProxyResult {
  const declared = endpoint.responses[status];
  if (!declared) throw new Error(`The status ${status} is not declared.`);
  const page = declared.body === 'html';
  return {
    statusCode: status,
    headers: {
      ...(page
        ? pageHeaders()
        : body !== undefined && { 'Content-Type': `application/json${charset[endpoint.host]}` }),
      ...headers,
    },
    ...(cookies && cookies.length > 0 && { multiValueHeaders: { 'Set-Cookie': [...cookies] } }),
    body: page ? String(body) : body === undefined ? '' : JSON.stringify(body),
  };
}

/** Renders an error as a Lambda proxy result. */
export function renderFailure(
  endpoint: Endpoint,
  error: ServiceError,
  scene: ErrorScene,
): APIGatewayProxyResult {
  const { status, headers, body } = renderError(error, endpoint, scene);
  const page = headers['Content-Type'] === undefined;
  return { statusCode: status, headers: { ...(page && pageHeaders()), ...headers }, body };
}
