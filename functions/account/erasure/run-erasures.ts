import * as blockedAddresses from '#functions/account/mail-delivery/blocked-address.store.ts';
import { noticeErasure } from '#functions/account/webhook/notice.store.ts';
import { releaseOwn } from '#functions/auth/client/own-client.store.ts';
import type { EmailLinkMail } from '#functions/auth/email-link/email-link.mail.ts';
import * as emailLinks from '#functions/auth/email-link/email-link.store.ts';
import { disableUser } from '#functions/auth/identity/change-access.ts';
import type { ForgetMail } from '#shared/mail/mail-folder.ts';
import { audit } from '#shared/runtime/audit.ts';
import { describeFailure, log } from '#shared/runtime/log.ts';
import type { Table } from '#shared/table/table.ts';
import * as erasures from './due-erasures.store.ts';
import { eraseUserFiles, type UserFiles } from './erase-files.store.ts';
import { type ErasedStores, eraseItems, takeInventory } from './erase-items.store.ts';

/**
 * Runs the erasures that are due, one after the other, and returns how many ran. A failure does not
 * stop the other erasures, and a failed erasure runs again when its lease has expired. Throws after
 * the last erasure if any has failed.
 */
export async function runDueErasures(deps: ErasureDeps): Promise<number> {
  const due = await erasures.listDue(deps.table, deps.now);
  let count = 0;
  let failures = 0;
  for (const erasure of due) {
    const result = await tryErasure(deps, erasure);
    if (result === 'failed') failures += 1;
    if (result === 'ran') count += 1;
  }
  if (failures > 0) throw new Error(`${failures} erasures have failed.`);
  return count;
}

async function tryErasure(
  deps: ErasureDeps,
  due: erasures.DueErasure,
): Promise<'ran' | 'skipped' | 'failed'> {
  try {
    return (await runErasure(deps, due)) ? 'ran' : 'skipped';
  } catch (thrown) {
    const { user_id } = due;
    const failure = describeFailure(thrown);
    log({ level: 'error', event: 'erasure_run_failed', user_id, ...failure });
    return 'failed';
  }
}

/**
 * The minimum time between the beginnings of two runs, in milliseconds. A run takes at most five
 * minutes. The authorizer's decisions are cached for one minute more. Requests, syncs and
 * renderings that have begun can write for another two minutes.
 */
export const settleMs = 8 * 60_000;

/** The stores that an erasure deletes from, and the time of the run. */
export interface ErasureDeps extends ErasedStores, UserFiles {
  table: Table<'get' | 'getEach' | 'query' | 'put' | 'update' | 'delete' | 'transact'>;
  /** Deletes the copies of mail that the service keeps. */
  forgetMail: ForgetMail;
  now: Date;
}

/**
 * Leases an erasure and runs it once. Each step can be repeated, so the next run continues an
 * interrupted one. Returns false if another run has the lease, or if the erasure was cancelled.
 *
 * First, applications get a last notice, and the user is disabled, so that nobody can sign in or
 * use a token, and the user's applications are disabled. Then everything is erased. Further runs
 * repeat this until a run finds nothing more. That run must begin at least
 * `settleMs` after the first.
 */
export async function runErasure(
  deps: ErasureDeps,
  due: erasures.DueErasure,
): Promise<boolean> {
  const { table, now } = deps;
  const { user_id } = due;
  const leased = await erasures.leaseErasure(table, due, now);
  if (!leased) return false;

  // Nothing tells applications later: the grants end now.
  if (!leased.counts) await noticeErasure(table, user_id, now);
  await disableUser(table, user_id, now);
  for (const client_id of await releaseOwn(table, user_id, now))
    audit('client_disabled', { client_id, user_id, code: 'owner_erased' });
  const erasure = await prepareErasure(table, user_id, leased);
  const settledBefore = new Date(now.getTime() - settleMs);
  const { email } = erasure;
  const foundItems = await eraseItems(deps, { user_id, now, settledBefore });
  await eraseUserFiles(deps, user_id);
  if (email !== undefined)
    await emailLinks.deleteSentBefore(table, email, erasure.started_datetime);

  // The first run keeps the mail that tells the user about the erasure, so it can still be read.
  const startedAt = new Date(erasure.started_datetime);
  const isSettled = startedAt <= settledBefore;
  const replacedTemplate: EmailLinkMail = 'email_changed';
  if (isSettled) {
    await deps.forgetMail({ user_id, email, until: startedAt, replacedTemplate });
    if (email !== undefined)
      await blockedAddresses.unblockErased(table, email, erasure.started_datetime);
  }
  if (foundItems > 0 || !isSettled) {
    await erasures.postponeErasure(table, user_id, new Date(now.getTime() + settleMs));
    return true;
  }
  const isFinished = await erasures.finishErasure(table, user_id, erasure, now);
  if (isFinished) audit('user_erased', { code: erasure.id });
  return true;
}

/**
 * Logs that the erasure starts, and records what the user has, before the first item is erased.
 * After a restore of a backup, the log names the users to erase again.
 */
async function prepareErasure(
  table: Table<'get' | 'query' | 'update'>,
  user_id: string,
  erasure: erasures.StartedErasure,
): Promise<erasures.StartedErasure> {
  if (erasure.counts) return erasure;
  audit('erasure_started', { user_id });
  const inventory = await takeInventory(table, user_id);
  const recorded = await erasures.recordInventory(table, user_id, inventory);
  return recorded ?? erasure;
}
