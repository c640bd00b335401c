import { type ServiceError, serviceError } from '#shared/errors/errors.ts';

/** Creates the `validation_failed` error of one field. */
export function createFieldError(field: string, problem: string): ServiceError {
  return serviceError('validation_failed', { failures: { [field]: [problem] } });
}
