import { type Endpoint, errorShapeOf } from '#shared/contract/endpoint.ts';
import type { ErrorCode } from '#shared/errors/errors.ts';
import { statusIn } from '#shared/http/error-status.ts';
import { describeBody } from './body.ts';
import { needsIdentityHeaders } from './parameters.ts';

/** An error of the pipeline, and the endpoints that it can occur at. */
interface PipelineError {
  code: ErrorCode;
  canOccur: (endpoint: Endpoint) => boolean;
}

const pipelineErrors: readonly PipelineError[] = [
  { code: 'validation_failed', canOccur: hasBody },
  { code: 'invalid_query', canOccur: (endpoint) => hasQuery(endpoint) && !hasBody(endpoint) },
  { code: 'missing_header', canOccur: needsIdentityHeaders },
  { code: 'missing_body', canOccur: hasBody },
  { code: 'malformed_body', canOccur: hasBody },
  { code: 'unauthorized', canOccur: ({ auth }) => auth !== 'public' },
  { code: 'user_token_required', canOccur: ({ auth }) => auth === 'user' },
  { code: 'identity_mismatch', canOccur: needsIdentityHeaders },
  { code: 'payload_too_large', canOccur: hasBody },
  { code: 'unsupported_media_type', canOccur: hasBody },
  {
    code: 'unsupported_image_format',
    canOccur: ({ request }) => request?.multipart !== undefined,
  },
  { code: 'internal', canOccur: () => true },
  { code: 'unavailable', canOccur: ({ stores }) => stores !== undefined },
  { code: 'timed_out', canOccur: () => true },
];

function hasBody(endpoint: Endpoint): boolean {
  return describeBody(endpoint) !== undefined;
}

function hasQuery({ request }: Endpoint): boolean {
  return request?.query !== undefined;
}

/** Groups every error of an endpoint, including those of the pipeline, by its status. */
export function groupErrorsByStatus(endpoint: Endpoint): ReadonlyMap<number, readonly ErrorCode[]> {
  const shape = errorShapeOf(endpoint);
  const ofPipeline = pipelineErrors.filter(({ canOccur }) => canOccur(endpoint));
  const codes = new Set([...ofPipeline.map(({ code }) => code), ...(endpoint.errors ?? [])]);
  const byStatus = Map.groupBy(codes, (code) => statusIn(shape, code));
  return new Map([...byStatus].sort(([one], [other]) => one - other));
}
