import type { Endpoint } from '#shared/contract/endpoint.ts';
import { errors } from '#shared/errors/errors.ts';

/** An error that API Gateway returns itself, before or instead of a function. */
interface GatewayError {
  status: number;
  message: string;
}

const internal = errors.internal.message();

/** The errors of API Gateway by status. A test compares the statuses with the template. */
export const gatewayErrors: readonly GatewayError[] = [
  { status: 400, message: 'invalid request; check the address, headers and body' },
  { status: 401, message: errors.unauthorized.message() },
  { status: 403, message: 'access denied' },
  {
    status: 404,
    message: 'not found; see the documentation for all paths, to which / redirects',
  },
  { status: 405, message: 'method not allowed; allowed: <methods>' },
  { status: 413, message: 'the request is too large' },
  { status: 415, message: 'unsupported Content-Type or Content-Encoding' },
  { status: 429, message: 'too many requests; try again later' },
  { status: 500, message: internal },
  { status: 502, message: internal },
  { status: 503, message: internal },
  { status: 504, message: errors.timed_out.message() },
];

/** Lists the gateway's errors that can occur at an endpoint. */
export function listGatewayErrors({ auth }: Endpoint): readonly GatewayError[] {
  const hasAuthorizer = auth !== 'public';
  return gatewayErrors.filter(({ status }) => status !== 401 || hasAuthorizer);
}
