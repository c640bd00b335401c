import type { ProviderRevocation } from '#shared/reference-data/provider-revocations.ts';

/** What a provider answered; the status is 0 where it could not be reached or took too long. */
export interface ProviderAnswer {
  status: number;
  text: string;
}

/**
 * What an answer means: the access is over; there was none any more; the token that was sent is good for nothing; it
 * may be otherwise another time; a failure in a code of the provider's own, which may be any of these; or the provider
 * will not have it so.
 */
export type Meaning = 'told' | 'already_ended' | 'token_dead' | 'busy' | 'failed' | 'refused';

/** Whether the provider may answer otherwise another time. */
export const isBusy = ({ status }: ProviderAnswer) =>
  status === 0 || status === 408 || status === 429 || status >= 500;

export const isSuccess = ({ status }: ProviderAnswer) => status >= 200 && status < 300;

/** The members of an answer; none where it is no object of JSON. */
export function membersOf({ text }: ProviderAnswer): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The error codes of OAuth 2 for tokens that are unknown, expired or revoked, wherever a provider writes them. */
const deadToken = /\b(invalid_token|expired_token|invalid_grant)\b/;

/** Where the call names the client, a 401 is about the client, and not about the token. */
const namesClient = ({ authorization, url, form }: ProviderRevocation) =>
  authorization === 'basic' || `${url} ${form}`.includes('{client_secret}');

/** What the answer to a revocation call means. */
export function meaningOf(revocation: ProviderRevocation, answer: ProviderAnswer): Meaning {
  const { status, text } = answer;
  if (isBusy(answer)) return 'busy';
  if (isSuccess(answer) && succeeds(revocation, answer)) return 'told';
  // The access itself is what such a call removes.
  if (revocation.method === 'DELETE' && (status === 404 || status === 410)) return 'already_ended';
  if (deadToken.test(text) || (status === 401 && !namesClient(revocation))) return 'token_dead';
  return isSuccess(answer) ? 'failed' : 'refused';
}

function succeeds({ success }: ProviderRevocation, answer: ProviderAnswer): boolean {
  const [member = '', value] = success?.split('=') ?? [];
  return success === undefined || String(membersOf(answer)[member]) === value;
}

/** Whether a refresh token was refused because it is unknown, expired or revoked. */
export const isDeadGrant = ({ text }: ProviderAnswer) => deadToken.test(text);
