import { type ServiceError, serviceError } from '#shared/errors/errors.ts';
import type { Fail } from '#shared/http/handler.ts';
import { type ReceiverFault, receiverFaults } from '#shared/outgoing/send-to-receiver.ts';
import { type ChallengeFailure, describeChallengeFailure } from './prove-control.ts';
import { maxWebhooks } from './webhook.ts';

/** Why a webhook cannot be created or changed as asked. */
export type WebhookProblem =
  | { code: 'url'; fault: ReceiverFault }
  /** The receiver has not returned the challenge. */
  | { code: 'challenge'; failure: ChallengeFailure }
  | { code: 'too_many_challenges'; seconds: number }
  /** The application has one with the same target. */
  | { code: 'exists' }
  | { code: 'too_many' }
  /** The operator has disabled it, or another one at the address. It stays as it is until then. */
  | { code: 'operator' }
  /** It was changed at the same time. A repeated request can succeed. */
  | { code: 'changed' };

/** Returns the error of a problem for the clients of the API. */
export function toWebhookError(
  problem: WebhookProblem,
  fail: Fail<'validation_failed' | 'webhook_exists' | 'too_many_requests'>,
): ServiceError {
  const refuse = (field: string, message: string) =>
    fail('validation_failed', { failures: { [field]: [message] } });
  switch (problem.code) {
    case 'url':
      return refuse('url', receiverFaults[problem.fault]);
    case 'challenge': {
      const reason = describeChallengeFailure(problem.failure);
      return refuse('url', `did not return the challenge. ${reason}`);
    }
    case 'too_many_challenges':
      return fail('too_many_requests', { seconds: problem.seconds });
    case 'exists':
      return fail('webhook_exists');
    case 'too_many':
      return refuse('__all__', `an application can have at most ${maxWebhooks} webhooks`);
    case 'operator':
      return serviceError('webhook_locked');
    case 'changed':
      return toContention();
  }
}

/** Returns the error of a write that others made impossible. It can be tried again. */
export function toContention(): ServiceError {
  return serviceError('unavailable', { cause: 'concurrent_changes' });
}
