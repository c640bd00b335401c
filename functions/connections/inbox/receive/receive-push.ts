import { createHmac } from 'node:crypto';
import { hasHealthConsent } from '#functions/auth/identity/processing.ts';
import { toPersonalClient } from '#shared/auth/principal.ts';
import { isEqualInConstantTime } from '#shared/auth/secrets.ts';
import { parseToken, type Token } from '#shared/auth/tokens.ts';
import { maxFormBytes } from '#shared/contract/endpoint.ts';
import { formatSizeLimit } from '#shared/http/body.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { countRequest } from '#shared/quota/counted-request.ts';
import { noCounts } from '#shared/quota/counts.ts';
import { defaultQuotas } from '#shared/quota/quotas.ts';
import { compact } from '#shared/runtime/compact.ts';
import * as inboxes from '../inbox.store.ts';
import { deriveSigningKey, type Inbox, opensInbox } from '../inbox.ts';
import { toOrderedNumber } from '../message-numbers.ts';
import type { Push } from '../readers/push.ts';
import { readPush } from '../readers/read-push.ts';
import type endpoints from './endpoints.ts';
import { isLarge, receiveFiles, receiveLarge } from './receive-files.ts';
import { readSentBody } from './sent-body.ts';
import { type ArrivedPush, storePush } from './store-push.ts';

type PushRequest = Omit<HandlerRequest<typeof endpoints.receiveByAddress>, 'params'>;

/** People add `Bearer` to a value that has it, and to that of `Api-Key`. */
const bearerHeader = /^(?:Bearer +){1,2}(\S+) *$/i;

/** Reads the secret of an inbox from the headers. */
export function readInboxSecret({
  header,
  fail,
}: Pick<HandlerRequest<typeof endpoints.receive>, 'header' | 'fail'>): string {
  const [authorization = ''] = header('authorization');
  const [key = ''] = header('api-key');
  const secret = (bearerHeader.exec(key || authorization)?.[1] ?? key).trim();
  if (!secret) throw fail('inbox_secret_required');
  return secret;
}

/**
 * Takes a message. It is answered once it is stored. An app repeats what fails, but not JSON
 * that nobody can read: that is counted, and its person sees it on the page of the inbox.
 */
export async function receivePush(request: PushRequest, secret: string) {
  const { body, fail } = request;
  const token = parseToken('inbox', secret);
  if (!token) throw fail('inbox_not_found');
  const { user_id } = token;
  const found = await requireInbox(request, token);
  const quota = startCounting(request, token);
  if (body.length > maxFormBytes) throw fail('payload_too_large', describeSize(body));
  requireSignature(request, found.inbox, token);
  const { accepted, ...outcome } = await receiveBody(request, { user_id, ...found });
  const isCounted = accepted > 0 || outcome.stored > 0;
  if (isCounted) await quota.finish({ user: noCounts, client: noCounts }, false);
  const { stored, unchanged, ignored, deleted } = outcome;
  const counts = { stored, unchanged, ignored, ...compact({ deleted }) };
  return accepted > 0
    ? { status: 202 as const, body: { accepted, ...counts } }
    : { status: 200 as const, body: counts };
}

/** Stores what a request has sent, or takes it to be stored later. */
async function receiveBody(request: PushRequest, owner: Omit<ArrivedPush, 'push'>) {
  const sent = await readSentBody(request);
  const { now, fail } = request;
  const { hasConsent } = owner;
  if ('files' in sent) {
    if (!hasConsent) throw fail('consent_required');
    return receiveFiles(request, owner, sent.files);
  }
  const push = order(readPush(sent.message, { zone: owner.zone, now }), owner.inbox);
  const arrived = { ...owner, push };
  if (isLarge(arrived.push)) {
    if (!hasConsent) throw fail('consent_required');
    return receiveLarge(request, arrived);
  }
  return { ...(await storePush(request, arrived)), accepted: 0 };
}

/** Returns a message whose number is in the order of all installations of its app. */
function order(push: Push, { numbers }: Inbox): Push {
  if (push.sequence === undefined) return push;
  const sequence = toOrderedNumber(push.sequence, numbers);
  if (sequence === push.sequence) return push;
  const values = push.values.map((value) =>
    value.sequence === undefined ? value : { ...value, sequence },
  );
  return { ...push, sequence, values };
}

/** Finds the inbox of a secret, and the zone of its person, whose data may be processed. */
async function requireInbox(
  { table, fail }: PushRequest,
  token: Token,
): Promise<{ inbox: Inbox; zone: string; hasConsent: boolean }> {
  const { inbox, profile, isBeingErased } = await inboxes.findWithOwner(table, token);
  if (!opensInbox(inbox, token)) throw fail('inbox_not_found');
  const isEnabled = profile !== undefined && profile.disabled_datetime === undefined;
  if (!isEnabled || isBeingErased) throw fail('account_unavailable');
  if (profile.restricted_datetime !== undefined) throw fail('restricted');
  const hasConsent = hasHealthConsent(profile);
  return { inbox, zone: profile.time_zone ?? 'UTC', hasConsent };
}

/**
 * Counts a request as one of the person's scripts. Only the memory of the function counts a repeat,
 * which writes nothing.
 */
function startCounting({ table, now, requestId }: PushRequest, { user_id }: Token) {
  const client_id = toPersonalClient(user_id);
  const counted = countRequest({
    caller: { user_id, client_id, token_use: 'user' },
    limits: defaultQuotas,
    openTable: () => table,
    now,
    requestId,
    getRemainingMs: () => 1000,
  });
  counted.charge(1);
  return counted;
}

function describeSize({ length }: Buffer) {
  const hint =
    '; in Health Auto Export, switch on “Batch requests”, summarize by day and leave out ' +
    'routes';
  return { limit: formatSizeLimit(maxFormBytes), size: length, hint };
}

/** Throws `invalid_signature` if the app signs its messages and this one is not signed so. */
function requireSignature(
  { header, body, fail }: PushRequest,
  { signing_salt }: Inbox,
  { secret }: Token,
): void {
  if (signing_salt === undefined) return;
  const key = deriveSigningKey(secret, signing_salt);
  const expected = `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;
  const [sent = ''] = header('x-signature');
  if (!isEqualInConstantTime(sent, expected)) throw fail('invalid_signature');
}
