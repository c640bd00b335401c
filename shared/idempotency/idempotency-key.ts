import type { ServiceError } from '../errors/errors.ts';

/**
 * Lifetime of an idempotency key in seconds. It allows for a device that is offline for some days.
 */
export const idempotencyKeyLifetime = 7 * 86_400;

/** Maximum number of characters of an idempotency key. */
const maxLength = 255;

/** The declaration of the request header `Idempotency-Key`, for endpoints that create something. */
export const idempotencyKeyHeader = {
  'Idempotency-Key': {
    minLength: 1,
    maxLength,
    description:
      `1 to ${maxLength} characters, unique for each request and the same for its retries. ` +
      `Stored for ${idempotencyKeyLifetime / 86_400} days per user and client. A retry returns ` +
      'the same response, with `Idempotency-Replayed: true`, and stores nothing again. Reuse ' +
      'with a different body is an error, for some endpoints even if the first request failed. ' +
      'Send a new key then.',
  },
} as const;

/** Builds the error of a header that has a wrong value. */
type FailMalformed = (
  code: 'malformed_header',
  details: { name: string; reason: string },
) => ServiceError;

/**
 * Returns the idempotency key of a request, or undefined if it has none. Throws `malformed_header`
 * if it is repeated, empty or too long.
 */
export function readIdempotencyKey(
  header: (name: string) => readonly string[],
  fail: FailMalformed,
): string | undefined {
  const sent = header('idempotency-key');
  if (sent.length > 1 || sent.some((key) => key.length < 1 || key.length > maxLength)) {
    throw fail('malformed_header', {
      name: 'Idempotency-Key',
      reason: `must be a single value of 1 to ${maxLength} characters`,
    });
  }
  return sent[0];
}

/** Returns the header of a response that repeats an earlier response, otherwise none (M15). */
export function getReplayHeaders(isReplayed: boolean): Readonly<Record<string, string>> {
  return isReplayed ? { 'Idempotency-Replayed': 'true' } : {};
}
