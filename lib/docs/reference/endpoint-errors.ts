import { type Endpoint, getErrorShape } from '#shared/contract/endpoint.ts';
import type { ErrorCode } from '#shared/errors/errors.ts';
import { getErrorStatus } from '#shared/http/error-status.ts';
import { needsIdentityHeaders } from './parameters.ts';

/** An error of the pipeline, and the endpoints that it can occur at. */
interface PipelineError {
  code: ErrorCode;
  canOccur: (endpoint: Endpoint) => boolean;
}

const pipelineErrors: readonly PipelineError[] = [
  { code: 'validation_failed', canOccur: hasBody },
  { code: 'invalid_query', canOccur: hasOnlyQuery },
  { code: 'missing_header', canOccur: needsIdentityHeaders },
  { code: 'missing_body', canOccur: hasBody },
  { code: 'malformed_body', canOccur: hasBody },
  { code: 'unauthorized', canOccur: ({ auth }) => auth !== 'public' },
  { code: 'user_token_required', canOccur: ({ auth }) => auth === 'user' },
  { code: 'insufficient_scope', canOccur: needsScope },
  { code: 'identity_mismatch', canOccur: needsIdentityHeaders },
  { code: 'payload_too_large', canOccur: hasBody },
  { code: 'unsupported_media_type', canOccur: hasBody },
  { code: 'unsupported_image_format', canOccur: hasMultipart },
  { code: 'internal', canOccur: () => true },
  { code: 'unavailable', canOccur: hasStores },
  { code: 'timed_out', canOccur: () => true },
];

function needsScope({ scope = 'any' }: Endpoint): boolean {
  return scope !== 'any';
}

function hasBody({ request }: Endpoint): boolean {
  const { json, form, multipart } = request ?? {};
  return json !== undefined || form !== undefined || multipart !== undefined;
}

function hasOnlyQuery(endpoint: Endpoint): boolean {
  const hasQuery = endpoint.request?.query !== undefined;
  return hasQuery && !hasBody(endpoint);
}

function hasMultipart({ request }: Endpoint): boolean {
  return request?.multipart !== undefined;
}

function hasStores({ stores }: Endpoint): boolean {
  return stores !== undefined;
}

/** Groups every error of an endpoint, including those of the pipeline, by its status. */
export function groupErrorsByStatus(
  endpoint: Endpoint,
): ReadonlyMap<number, readonly ErrorCode[]> {
  const shape = getErrorShape(endpoint);
  const codes = listErrors(endpoint);
  const byStatus = Map.groupBy(codes, (code) => getErrorStatus(shape, code));
  const sorted = [...byStatus].sort(([status], [otherStatus]) => status - otherStatus);
  return new Map(sorted);
}

function listErrors(endpoint: Endpoint): ReadonlySet<ErrorCode> {
  const codes = new Set<ErrorCode>();
  for (const { code, canOccur } of pipelineErrors) {
    if (canOccur(endpoint)) codes.add(code);
  }
  for (const code of endpoint.errors ?? []) {
    codes.add(code);
  }
  return codes;
}
