import type { ProviderRevocation } from '#shared/reference-data/provider-revocations.ts';
import type { ProviderCredentials } from '../provider-credentials.ts';
import {
  isBusy,
  isDeadGrant,
  isSuccess,
  type Meaning,
  meaningOf,
  membersOf,
  type ProviderAnswer,
} from './answer.ts';
import { type ProviderRequest, refreshRequest, revocationRequest } from './request.ts';

/** Sends one call to a provider. Never rejects. */
export type Send = (request: ProviderRequest) => Promise<ProviderAnswer>;

/** What became of telling a provider, in words that an operator finds in the log. */
export interface Outcome {
  event: 'provider_told' | 'provider_not_told' | 'provider_call_failed';
  /** Why, where it went otherwise than hoped for. */
  code?: string;
  /** What the provider answered last. */
  status?: number;
}

const events: Readonly<Record<Meaning, Outcome['event']>> = {
  told: 'provider_told',
  already_ended: 'provider_told',
  token_dead: 'provider_told',
  busy: 'provider_call_failed',
  failed: 'provider_call_failed',
  refused: 'provider_not_told',
};

function outcomeOf(meaning: Meaning, { status }: ProviderAnswer): Outcome {
  const code = meaning === 'token_dead' ? 'already_ended' : meaning;
  return {
    event: events[meaning],
    ...(code !== 'told' && { code }),
    ...(status > 0 && { status }),
  };
}

const clientUnknown: Outcome = { event: 'provider_not_told', code: 'client_credentials_missing' };

/** What a provider is told about: its account, and the credentials for it. */
interface Access {
  credentials: ProviderCredentials;
  remote_id: string;
}

/** Makes the revocation call; undefined where it needs credentials of the client, which are not known. */
async function revoke(
  revocation: ProviderRevocation,
  { credentials, remote_id }: Access,
  send: Send,
) {
  const request = revocationRequest(revocation, credentials, remote_id);
  if (!request) return undefined;
  const answer = await send(request);
  return { answer, meaning: meaningOf(revocation, answer) };
}

/**
 * Tells a provider that its tokens are not needed any more. An access token that has expired meanwhile, or may have, is
 * renewed first where that can be done; otherwise nobody can use it any more, which is all that was wanted.
 */
export async function tell(
  revocation: ProviderRevocation,
  access: Access,
  send: Send,
): Promise<Outcome> {
  const called = await revoke(revocation, access, send);
  if (!called) return clientUnknown;
  const { answer, meaning } = called;
  const isRenewable = meaning === 'token_dead' || meaning === 'failed';
  return isRenewable && revocation.refresh && access.credentials.refresh_token
    ? renewAndTell(revocation, revocation.refresh, access, send)
    : outcomeOf(meaning, answer);
}

async function renewAndTell(
  revocation: ProviderRevocation,
  refresh: NonNullable<ProviderRevocation['refresh']>,
  { credentials, remote_id }: Access,
  send: Send,
): Promise<Outcome> {
  const request = refreshRequest(refresh, credentials);
  if (!request) return clientUnknown;
  const answer = await send(request);
  if (isBusy(answer)) return outcomeOf('busy', answer);
  if (isDeadGrant(answer)) return outcomeOf('already_ended', answer);
  if (!isSuccess(answer)) return { ...outcomeOf('refused', answer), code: 'refresh_refused' };
  // Some providers keep the access token and only prolong it.
  const { access_token = credentials.access_token } = membersOf(answer);
  const renewed = { ...credentials, access_token: String(access_token) };
  const called = await revoke(revocation, { credentials: renewed, remote_id }, send);
  if (!called) return clientUnknown;
  // A token that was renewed a moment ago is not dead, whatever the provider says of it.
  return outcomeOf(called.meaning === 'token_dead' ? 'refused' : called.meaning, called.answer);
}
