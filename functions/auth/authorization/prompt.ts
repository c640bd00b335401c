import type { AuthorizationRequest } from './authorization.ts';

/** The values of the `prompt` parameter (OpenID Connect Core 1.0 section 3.1.2.1). */
export const knownPrompts = ['none', 'login', 'consent', 'select_account'] as const;
export type Prompt = (typeof knownPrompts)[number];

/** Returns the known prompts of a list that is separated by spaces. Ignores unknown values. */
export function parsePrompts(prompt = ''): Prompt[] {
  const sent = prompt.split(' ');
  return knownPrompts.filter((known) => sent.includes(known));
}

/** The members of an authorization request that can demand a new sign-in or a consent page. */
type PromptMembers = Pick<
  AuthorizationRequest,
  'prompt' | 'max_age' | 'requested_datetime'
>;

/** Returns whether a request contains the wanted prompt. */
export function hasPrompt({ prompt }: PromptMembers, wanted: Prompt): boolean {
  return parsePrompts(prompt).includes(wanted);
}

/**
 * Returns whether a session is recent enough for a request. A session that started after the
 * request always is. An older session is, unless the request asks to sign in again or its `max_age`
 * has passed.
 */
export function isRecentEnough(
  request: PromptMembers,
  { created_datetime }: { created_datetime: string },
  now: Date,
): boolean {
  const { max_age, requested_datetime } = request;
  const hasSignedInSince = created_datetime >= requested_datetime;
  if (hasSignedInSince) return true;
  if (hasPrompt(request, 'login') || hasPrompt(request, 'select_account')) return false;

  const age = (now.getTime() - Date.parse(created_datetime)) / 1000;
  return max_age === undefined || age <= max_age;
}
