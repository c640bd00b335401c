import type { Client } from '../../client/client.ts';
import type { AuthorizationCheck, AuthorizationError } from './check.ts';
import { checkCodeChallenge } from './code-challenge.ts';
import { checkDuplicates } from './duplicates.ts';
import { checkEncoding } from './encoding.ts';
import { checkGrantType } from './grant-type.ts';
import { checkMaxAge } from './max-age.ts';
import type { AuthorizationParameters } from './parameters.ts';
import { checkPrompt } from './prompt.ts';
import { checkResponseMode } from './response-mode.ts';
import { checkResponseType } from './response-type.ts';
import { checkScope } from './scope.ts';
import { checkSize } from './size.ts';

/** All checks, in the order in which they are applied. */
const checks: readonly AuthorizationCheck[] = [
  checkDuplicates,
  checkEncoding,
  checkSize,
  checkResponseType,
  checkResponseMode,
  checkGrantType,
  checkCodeChallenge,
  checkScope,
  checkPrompt,
  checkMaxAge,
];

/** Returns the first error of an authorization request, or undefined if it is valid. */
export function findAuthorizationError(
  parameters: AuthorizationParameters,
  client: Client,
): AuthorizationError | undefined {
  for (const check of checks) {
    const error = check(parameters, client);
    if (error) return error;
  }
  return undefined;
}
