import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import type { DeleteCommand } from '@aws-sdk/lib-dynamodb';

/**
 * Watches the attempts of a command, however often it is sent. Returns a function that returns
 * whether one of them has failed and may have been carried out: no response arrived, or DynamoDB
 * failed. What DynamoDB rejects, e.g. because it is throttling or our clock is wrong, is not.
 */
export function watchAttempts(command: DeleteCommand): () => boolean {
  let isUncertain = false;
  command.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        isUncertain ||= !isRejection(error);
        throw error;
      }
    },
    // The SDK repeats what comes after its own middleware of this step, whose priority is higher.
    // It adds the middleware of a command twice, so the second replaces the first.
    { step: 'finalizeRequest', priority: 'low', name: 'watchAttempts', override: true },
  );
  return () => isUncertain;
}

function isRejection(error: unknown): boolean {
  if (!(error instanceof DynamoDBServiceException)) return false;
  const { httpStatusCode = 500 } = error.$metadata;
  return httpStatusCode < 500;
}
