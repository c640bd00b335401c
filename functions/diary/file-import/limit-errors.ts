import { type ServiceError, withHeaders } from '#shared/errors/errors.ts';
import type { Fail } from '#shared/http/handler.ts';
import type { ReachedLimit } from './file-import.store.ts';

type LimitCode = 'imports_running' | 'too_many_imports';

/** Returns the error for a limit of imports that a user has reached. */
export function toLimitError(reached: ReachedLimit, fail: Fail<LimitCode>): ServiceError {
  if (reached.outcome === 'running') return toRunningError(fail);
  const { seconds } = reached;
  const error = fail('too_many_imports', { seconds });
  return withHeaders(error, { 'Retry-After': String(seconds) });
}

/** Returns the error for too many imports that are running. */
export function toRunningError(fail: Fail<'imports_running'>): ServiceError {
  return withHeaders(fail('imports_running'), { 'Retry-After': '60' });
}
