import type { ErrorShape } from '../contract/endpoint.ts';
import { type ErrorCode, errors } from '../errors/errors.ts';

interface DiaryError {
  code: string;
  status?: number;
}

/**
 * Returns the status of an error in a shape. Some errors of the diary have another status (wire.md
 * Y2). OAuth has 400 for every malformed request (RFC 6749 section 5.2).
 */
export function getErrorStatus(shape: ErrorShape, code: ErrorCode): number {
  const { status, oauth } = errors[code];
  if (shape === 'oauth' && oauth === 'invalid_request') return 400;
  const diary: DiaryError = errors[code].diary;
  return shape === 'diary' ? (diary.status ?? status) : status;
}
