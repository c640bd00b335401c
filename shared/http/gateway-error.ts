import type { ErrorShape } from '../contract/endpoint.ts';
import { noStore } from '../contract/response-headers.ts';
import { toRpcError } from '../errors/rpc-error.ts';
import { getPageHeaders } from '../pages/layout.ts';
import type { ErrorLinks } from './error-links.ts';
import type { Content } from './render-error.ts';

/** An error of a request that reaches no endpoint. */
export interface GatewayProblem {
  status: number;
  /** The diary's error code. */
  code: string;
  /** The code in the errors of main. */
  name: string;
  message: string;
  /** The id of the request in the logs. */
  request_id: string;
  /** Absent if the version of the request is unknown, as in the gateway's own errors. */
  links?: ErrorLinks;
}

/** Renders the page of an error. */
type RenderPage = (problem: GatewayProblem) => string;

type Render = (problem: GatewayProblem, renderPage: RenderPage) => Content;

/** The page that lists every path. */
const allPaths = [{ href: '/v7.1/docs/' }];

const renderers: Readonly<Record<ErrorShape, Render>> = {
  hal: ({
    message,
    name,
    request_id,
    links = { self: allPaths, documentation: allPaths },
  }) => ({
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      errors: [message],
      codes: [name],
      request_id,
      _links: links,
    }),
  }),
  // Only an endpoint knows more than that the request is invalid (RFC 6749 section 5.2).
  oauth: ({ message }) => ({
    headers: { 'Content-Type': 'application/json', ...noStore },
    body: JSON.stringify({ error: 'invalid_request', error_description: message }),
  }),
  page: (problem, renderPage) => ({
    headers: getPageHeaders(),
    body: renderPage(problem),
  }),
  // Only an endpoint knows the id of a request (JSON-RPC 2.0, section 5).
  rpc: ({ status, message }) => ({
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(toRpcError(status, message)),
  }),
  diary: ({ code, message }) => ({
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ error: code, error_description: message }),
  }),
};

/** Renders the error of a request that reaches no endpoint. */
export function renderProblem(
  shape: ErrorShape,
  problem: GatewayProblem,
  renderPage: RenderPage,
): Content {
  return renderers[shape](problem, renderPage);
}
