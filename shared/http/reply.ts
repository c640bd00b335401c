import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Endpoint, ResponseDeclaration } from '../contract/endpoint.ts';
import type { ServiceError } from '../errors/errors.ts';
import { pages } from '../pages/pages.ts';
import { type ErrorScene, renderError } from './render-error.ts';

/** What a handler answers, with its types forgotten. */
export interface PlainReply {
  status: number;
  headers?: Readonly<Record<string, string>>;
  cookies?: readonly string[];
  body?: unknown;
}

const charset: Record<Endpoint['host'], string> = { main: '', auth: '', diary: '; charset=utf-8' };

/** Headers of a text that is no page: it may load nothing, run nothing, and be taken for nothing else. */
const inert = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
};

const texts = new WeakMap<object, string>();

/** The JSON of a body; one that is answered again, such as a whole catalogue, is not rendered again. */
function jsonOf(body: unknown): string {
  if (typeof body !== 'object' || body === null) return JSON.stringify(body);
  const text = texts.get(body) ?? JSON.stringify(body);
  texts.set(body, text);
  return text;
}

/** A body as text, with the headers that say what it is. */
function contentOf({ host }: Endpoint, declared: ResponseDeclaration['body'], body: unknown) {
  if (body === undefined) return { body: '', headers: {} };
  if (declared === 'html') return { body: String(body), headers: pages().headers() };
  return typeof declared === 'string'
    ? { body: String(body), headers: { 'Content-Type': declared, ...inert } }
    : { body: jsonOf(body), headers: { 'Content-Type': `application/json${charset[host]}` } };
}

/** Renders a handler's reply as a Lambda proxy result. */
export function renderReply(
  endpoint: Endpoint,
  { status, headers, cookies, body }: PlainReply,
): APIGatewayProxyResult {
  const declared = endpoint.responses[status];
  if (!declared) throw new Error(`The status ${status} is not declared.`);
  const content = contentOf(endpoint, declared.body, body);
  return {
    statusCode: status,
    headers: { ...content.headers, ...headers },
    ...(cookies && cookies.length > 0 && { multiValueHeaders: { 'Set-Cookie': [...cookies] } }),
    body: content.body,
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
  return { statusCode: status, headers: { ...(page && pages().headers()), ...headers }, body };
}
