import type { IncomingMessage } from 'node:http';
import { compact } from '#shared/runtime/compact.ts';
import type { CorsRule } from '../template/resources.ts';

/**
 * Returns the headers with which a bucket allows a request of a page of any other origin, or a
 * preflight for one. Returns undefined if no rule of the bucket allows it.
 */
export function buildCorsHeaders(
  { method, headers }: IncomingMessage,
  { pathname }: URL,
  rules: readonly CorsRule[],
): Record<string, string> | undefined {
  const wanted = headers['access-control-request-method'] ?? method ?? '';
  const rule = rules.find(
    ({ bucket, methods }) =>
      pathname.startsWith(`/${bucket}/`) && methods.includes(wanted),
  );
  if (!rule || headers.origin === undefined) return undefined;
  return compact({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': rule.methods.join(', '),
    'Access-Control-Allow-Headers': headers['access-control-request-headers'],
    'Access-Control-Expose-Headers': rule.exposedHeaders.join(', '),
  });
}
