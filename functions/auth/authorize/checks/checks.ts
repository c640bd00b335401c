import type { Application } from '../../client/client.ts';
import type { AuthorizationParameters } from '../parameters.ts';
import { allowedGrant } from './allowed-grant.ts';
import { allowedScope } from './allowed-scope.ts';
import type { Check, Problem } from './check.ts';
import { codeChallenge } from './code-challenge.ts';
import { givenOnce } from './given-once.ts';
import { readable } from './readable.ts';
import { responseMode } from './response-mode.ts';
import { responseType } from './response-type.ts';

/** All rules, in the order in which a request is held against them. */
const checks: readonly Check[] = [
  givenOnce,
  readable,
  responseType,
  responseMode,
  allowedGrant,
  codeChallenge,
  allowedScope,
];

/** The first rule that a request breaks. */
export function firstProblem(
  parameters: AuthorizationParameters,
  application: Application,
): Problem | undefined {
  for (const check of checks) {
    const problem = check(parameters, application);
    if (problem) return problem;
  }
  return undefined;
}
