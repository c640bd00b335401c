import * as z from 'zod/mini';
import type { BlockedAddress } from '#functions/account/mail-delivery/blocked-address.store.ts';

const Recipients = z.array(z.object({ emailAddress: z.string() }));

/** A mail that came back, as Amazon SES publishes it. */
const Bounce = z.object({
  eventType: z.literal('Bounce'),
  bounce: z.object({
    bounceType: z.string(),
    bounceSubType: z.optional(z.string()),
    bouncedRecipients: Recipients,
  }),
});

/** A mail whose recipient told their provider what it is. */
const Complaint = z.object({
  eventType: z.literal('Complaint'),
  complaint: z.object({
    complaintFeedbackType: z.optional(z.nullable(z.string())),
    complainedRecipients: Recipients,
  }),
});

const Feedback = z.union([Bounce, Complaint]);
export type Feedback = z.output<typeof Feedback>;

/** Returns the event that a message is, or undefined if it is the request of a mail. */
export function findFeedback(message: unknown): Feedback | undefined {
  return Feedback.safeParse(message).data;
}

/** Addresses to block. */
interface Block extends Pick<BlockedAddress, 'reason' | 'detail'> {
  addresses: readonly string[];
}

/**
 * Returns the addresses that an event blocks. A full mailbox, for example, blocks none, and neither
 * does a person who reports that a mail is no spam.
 */
export function toBlock(feedback: Feedback): Block {
  if (feedback.eventType === 'Complaint') {
    const { complaintFeedbackType, complainedRecipients } = feedback.complaint;
    const isPraise = complaintFeedbackType === 'not-spam';
    return {
      reason: 'complaint',
      detail: complaintFeedbackType ?? '',
      addresses: isPraise ? [] : complainedRecipients.map(toAddress),
    };
  }
  const { bounceType, bounceSubType = '', bouncedRecipients } = feedback.bounce;
  const isPermanent = bounceType === 'Permanent';
  return {
    reason: 'bounce',
    detail: bounceSubType,
    addresses: isPermanent ? bouncedRecipients.map(toAddress) : [],
  };
}

/** Returns an address without the name and the angle brackets that it can have in an event. */
function toAddress({ emailAddress }: { emailAddress: string }): string {
  return /<([^<>]*)>\s*$/.exec(emailAddress)?.[1] ?? emailAddress.trim();
}
