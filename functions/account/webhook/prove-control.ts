import type * as z from 'zod/mini';
import { isEqualInConstantTime, newSecret } from '#shared/auth/secrets.ts';
import { tryParseJson } from '#shared/outgoing/outgoing.ts';
import { getConfiguredGateway } from '#shared/outgoing/send.ts';
import {
  describeReceiverFailure,
  type ReceiverFailure,
  sendToReceiver,
} from '#shared/outgoing/send-to-receiver.ts';
import { signWebhook } from '#shared/outgoing/sign-webhook.ts';
import { newId } from '#shared/runtime/ids.ts';
import { formatOffsetTime } from '#shared/runtime/time.ts';
import { ChallengeResponse, type SentChallenge } from './sent-bodies.ts';
import type { Receiver } from './webhook.ts';

/** Why a receiver has not proved control. `other_body`: it has returned something else. */
export type ChallengeFailure = ReceiverFailure | { kind: 'other_body' };

/** Sends a challenge to an address. Returns undefined if the receiver returns it. */
export async function proveControl(
  { url, secrets }: Receiver,
  mainUrl: string,
  now: Date,
): Promise<ChallengeFailure | undefined> {
  const challenge = newSecret();
  const sent: z.input<typeof SentChallenge> = {
    type: 'webhook.challenge',
    timestamp: formatOffsetTime(now.toISOString()),
    data: { challenge },
  };
  const body = JSON.stringify(sent);
  const headers = signWebhook(`msg_${newId(now)}`, now, body, secrets);
  const route = { gateway: getConfiguredGateway(), mainUrl };
  const outcome = await sendToReceiver(url, { headers, body }, route);
  if (!outcome.ok) return outcome.error;

  const response = ChallengeResponse.safeParse(tryParseJson(outcome.value.text));
  const isReturned =
    response.success && isEqualInConstantTime(response.data.challenge, challenge);
  return isReturned ? undefined : { kind: 'other_body' };
}

/**
 * Returns a sentence for the application's developer. It has nothing that the receiver sent,
 * because the address can be somebody else's.
 */
export function describeChallengeFailure(error: ChallengeFailure): string {
  if (error.kind === 'other_body') return 'The response has another body.';
  return describeReceiverFailure(error);
}
