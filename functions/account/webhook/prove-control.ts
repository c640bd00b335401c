import type * as z from 'zod/mini';
import { isEqualInConstantTime, newSecret } from '#shared/auth/secrets.ts';
import { tryParseJson } from '#shared/outgoing/outgoing.ts';
import { getConfiguredGateway } from '#shared/outgoing/send.ts';
import {
  describeReceiverFailure,
  sendToReceiver,
} from '#shared/outgoing/send-to-receiver.ts';
import { signWebhook } from '#shared/outgoing/sign-webhook.ts';
import { newId } from '#shared/runtime/ids.ts';
import { formatOffsetTime } from '#shared/runtime/time.ts';
import { ChallengeAnswer, type SentChallenge } from './sent-bodies.ts';

/** The address that is to prove control, and what signs the challenge. */
interface Candidate {
  url: string;
  secrets: readonly string[];
}

/**
 * Sends a challenge to an address. Returns undefined if the receiver returns it, or else what went
 * wrong, without anything that the receiver sent: the address can be somebody else's.
 */
export async function proveControl(
  { url, secrets }: Candidate,
  mainUrl: string,
  now: Date,
): Promise<string | undefined> {
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
  if (!outcome.ok) return describeReceiverFailure(outcome.error);

  const answer = ChallengeAnswer.safeParse(tryParseJson(outcome.value.text));
  const isReturned =
    answer.success && isEqualInConstantTime(answer.data.challenge, challenge);
  return isReturned ? undefined : 'The response has another body.';
}
