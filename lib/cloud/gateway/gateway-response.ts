import type { ErrorShape } from '#shared/contract/endpoint.ts';
import { getSecurityHeaders } from '#shared/contract/security-headers.ts';
import { noStore } from '#shared/http/no-store.ts';
import { renderErrorPage } from '#shared/pages/error-page.ts';
import { languages } from '#shared/pages/languages/languages.ts';
import { getPageHeaders } from '#shared/pages/layout.ts';

/** An error that the gateway itself responds with. */
export interface ResponseError {
  status: number;
  /** The diary's error code (wire.md Y2). */
  code: string;
  message: string;
}

/** A response in the form of API Gateway: quoted header values, and body templates. */
export interface ResponseTemplate {
  headers: Record<string, string>;
  /**
   * The body by media type: its own and JSON. Both have the same body, because API Gateway does not
   * document how it selects a template. Absent if the response has no body.
   */
  templates?: Record<string, string>;
}

interface RenderedBody {
  headers: Record<string, string>;
  body: string;
}

/** The page that lists every path. */
const documentation = [{ href: '/v7.1/docs/' }];

/**
 * Renders an error in each shape (wire.md M4, A6, A10 and Y2). Bodies are constant, because API
 * Gateway does not escape the values that it inserts into JSON. A page has its text in every
 * language, because API Gateway does not negotiate a language.
 */
const renderers: Readonly<Record<ErrorShape, (error: ResponseError) => RenderedBody>> = {
  hal: ({ message }) => ({
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      errors: [message],
      _links: { self: documentation, documentation },
    }),
  }),
  // The gateway knows only that a request is invalid (RFC 6749 section 5.2).
  oauth: ({ message }) => ({
    headers: { 'Content-Type': 'application/json', ...noStore },
    body: JSON.stringify({ error: 'invalid_request', error_description: message }),
  }),
  page: ({ status, code }) => ({
    headers: getPageHeaders(),
    body: renderErrorPage(status, code, languages),
  }),
  diary: ({ code, message }) => ({
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ error: code, error_description: message }),
  }),
};

/** Returns header values as literals, with the security headers of every response. */
export function toHeaderLiterals(
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  const allHeaders = Object.entries({ ...headers, ...getSecurityHeaders('https') });
  const literals = allHeaders.map(([name, value]) => [name, `'${value}'`]);
  return Object.fromEntries(literals);
}

/** Renders an error in a shape, with the security headers and additional headers. */
export function renderResponseError(
  shape: ErrorShape,
  error: ResponseError,
  additionalHeaders: Readonly<Record<string, string>> = {},
): Required<ResponseTemplate> {
  const { headers, body } = renderers[shape](error);
  const [mediaType = ''] = (headers['Content-Type'] ?? '').split(';');
  return {
    headers: toHeaderLiterals({ ...headers, ...additionalHeaders }),
    templates: { 'application/json': body, [mediaType]: body },
  };
}
