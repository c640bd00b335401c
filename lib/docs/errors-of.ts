import { type Endpoint, errorShapeOf } from '#shared/contract/endpoint.ts';
import type { ErrorCode } from '#shared/errors/errors.ts';
import { statusIn } from '#shared/http/error-status.ts';
import { bodyOf } from './body.ts';
import { confirmsCaller } from './parameters.ts';

/** The errors of the pipeline, each with the endpoints that can meet it. */
const pipeline: readonly [ErrorCode, (endpoint: Endpoint) => unknown][] = [
  ['validation_failed', takesBody],
  ['invalid_query', (endpoint) => endpoint.request?.query && !takesBody(endpoint)],
  ['missing_header', confirmsCaller],
  ['missing_body', takesBody],
  ['malformed_body', takesBody],
  ['unauthorized', ({ auth }) => auth !== 'public'],
  ['user_token_required', ({ auth }) => auth === 'user'],
  ['identity_mismatch', confirmsCaller],
  ['payload_too_large', takesBody],
  ['unsupported_media_type', takesBody],
  ['unsupported_image_format', ({ request }) => request?.multipart],
  ['internal', () => true],
  ['unavailable', ({ stores }) => stores],
  ['timed_out', () => true],
];

function takesBody(endpoint: Endpoint): boolean {
  return bodyOf(endpoint) !== undefined;
}

/** Every error that an endpoint can answer, those of the pipeline included, by its status. */
export function errorsByStatus(endpoint: Endpoint): ReadonlyMap<number, readonly ErrorCode[]> {
  const shape = errorShapeOf(endpoint);
  const met = pipeline.filter(([, meets]) => meets(endpoint)).map(([code]) => code);
  const codes = [...new Set([...met, ...(endpoint.errors ?? [])])];
  return new Map(
    [...Map.groupBy(codes, (code) => statusIn(shape, code))].sort(([one], [other]) => one - other),
  );
}
