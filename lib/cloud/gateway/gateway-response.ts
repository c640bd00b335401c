import type { ErrorShape } from '#shared/contract/endpoint.ts';
import { noStore } from '#shared/http/no-store.ts';
import { renderErrorPage } from '#shared/pages/error-page.ts';
import { languages } from '#shared/pages/languages/languages.ts';
import { getPageHeaders } from '#shared/pages/layout.ts';

/** Why the gateway answers a request by itself. */
export interface Refusal {
  /** Undefined keeps whichever status API Gateway has for the case. */
  status: number | undefined;
  /** The diary's error code (decision Y2). */
  code: string;
  /** What the caller is told; it names what to change. */
  sentence: string;
}

/** An answer as API Gateway is told it: header values in the single quotes of a literal, and one body template. */
export interface GatewayAnswer {
  headers: Record<string, string>;
  templates: Record<string, string>;
}

interface Rendered {
  headers: Record<string, string>;
  body: string;
}

/** Where every path is listed. */
const documentation = [{ href: '/v7.1/docs/' }];

/**
 * In each shape (decisions M4, A6, A10 and Y2). All of it is constant: the gateway would put what it fills in, such
 * as the path, into the JSON as it was sent, quotes included. Since it does not choose by Accept-Language either, its
 * pages are in every language.
 */
const renders: Record<ErrorShape, (refusal: Refusal) => Rendered> = {
  hal: ({ sentence }) => ({
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      errors: [sentence],
      _links: { self: documentation, documentation },
    }),
  }),
  // The gateway knows no more of a request than that it is wrong (RFC 6749 section 5.2).
  oauth: ({ sentence }) => ({
    headers: { 'Content-Type': 'application/json', ...noStore },
    body: JSON.stringify({ error: 'invalid_request', error_description: sentence }),
  }),
  page: ({ status = 500, code }) => ({
    headers: getPageHeaders(),
    body: renderErrorPage(status, code, languages),
  }),
  diary: ({ code, sentence }) => ({
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ error: code, error_description: sentence }),
  }),
};

/** Renders a refusal in a shape, with `further` headers. */
export function gatewayAnswer(
  shape: ErrorShape,
  refusal: Refusal,
  further: Readonly<Record<string, string>> = {},
): GatewayAnswer {
  const { headers, body } = renders[shape](refusal);
  const literals = Object.entries({ ...headers, ...further }).map(([name, value]) => [
    name,
    `'${value}'`,
  ]);
  const [mediaType = ''] = (headers['Content-Type'] ?? '').split(';');
  return { headers: Object.fromEntries(literals), templates: { [mediaType]: body } };
}
