import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Endpoint, Host, ResponseDeclaration } from '../contract/endpoint.ts';
import type { PageRenderer } from '../pages/page-renderer.ts';
import { compact } from '../runtime/compact.ts';

/** A handler's reply without the types of its endpoint. */
export interface PlainReply {
  status: number;
  headers?: Readonly<Record<string, string>>;
  cookies?: readonly string[];
  body?: unknown;
}

interface Content {
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The parameter of the JSON media type in the responses of each host. */
const charsetParameters: Readonly<Record<Host, string>> = {
  main: '',
  auth: '',
  diary: '; charset=utf-8',
};

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
  const contentType = `application/json${charsetParameters[host]}`;
  return { headers: { 'Content-Type': contentType }, body: toJson(body) };
}

/**
 * Renders a handler's reply as a Lambda proxy result. Throws if the endpoint does not declare the
 * reply's status.
 */
export function renderReply(
  endpoint: Endpoint,
  { status, headers, cookies = [], body }: PlainReply,
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
