import type { ErrorShape } from '../contract/endpoint.ts';
import { type ErrorCode, errors } from '../errors/errors.ts';

/**
 * The status with which an error leaves in a shape. The diary has some of its own (decision Y2), and OAuth one for every
 * request that is not well-formed (RFC 6749 section 5.2).
 */
export function statusIn(shape: ErrorShape, code: ErrorCode): number {
  const { status, oauth, diary } = errors[code];
  if (shape === 'oauth' && oauth === 'invalid_request') return 400;
  const { status: ofDiary = status }: { code: string; status?: number } = diary;
  return shape === 'diary' ? ofDiary : status;
}
