import type { Client } from '../../client/client.ts';
import type { AuthorizationCheck, AuthorizationError } from './check.ts';
import { checkCodeChallenge } from './code-challenge.ts';
import { checkDuplicates } from './duplicates.ts';
import { checkEncoding } from './encoding.ts';
import { checkGrantType } from './grant-type.ts';
import type { AuthorizationParameters } from './parameters.ts';
import { checkResponseMode } from './response-mode.ts';
import { checkResponseType } from './response-type.ts';
import { checkScope } from './scope.ts';

/** All rules, in the order in which a request is held against them. */
const checks: readonly AuthorizationCheck[] = [
  checkDuplicates,
  checkEncoding,
  checkResponseType,
  checkResponseMode,
  checkGrantType,
  checkCodeChallenge,
  checkScope,
];

/** The first rule that a request breaks. */
export function findAuthorizationError(
  parameters: AuthorizationParameters,
  client: Client,
): AuthorizationError | undefined {
  for (const check of checks) {
    const problem = check(parameters, client);
    if (problem) return problem;
  }
  return undefined;
}
