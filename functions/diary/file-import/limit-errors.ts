import { type ServiceError, withHeaders } from '#shared/errors/errors.ts';
import type { Fail } from '#shared/http/handler.ts';
import type { TooMany, UnfinishedUploads } from './file-import.store.ts';

/** Returns the error for too many imports in a day. */
export function toTooManyError(
  { seconds }: TooMany,
  fail: Fail<'too_many_imports'>,
): ServiceError {
  const error = fail('too_many_imports', { seconds });
  return withHeaders(error, { 'Retry-After': String(seconds) });
}

/** Returns the error for too many uploads that are not completed. */
export function toUnfinishedError(
  { seconds }: UnfinishedUploads,
  fail: Fail<'uploads_unfinished'>,
): ServiceError {
  const error = fail('uploads_unfinished', { seconds });
  return withHeaders(error, { 'Retry-After': String(seconds) });
}

/** Returns the error for too many imports that are running. */
export function toRunningError(fail: Fail<'imports_running'>): ServiceError {
  return withHeaders(fail('imports_running'), { 'Retry-After': '60' });
}
