import { createMailAttributes } from '#shared/mail/mail.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { exists } from '#shared/table/condition.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { mailDeliveryKeys } from './mail-delivery.keys.ts';
import type { BackupMail, TestMail } from './mail-test.mail.ts';

/** The mail that only tests the way of mail. */
export const testTemplate = 'mail_test' satisfies TestMail;

/** The outcome of a test. */
export interface MailTestResult {
  /** `sent`, or a code that says why not. */
  outcome: string;
  /** The mail system that was asked to send it. */
  via?: string;
  answer?: string;
}

/** The result is read at once, so the address is kept for an hour at most. */
const testSeconds = 60 * 60;

/** Requests a test mail, on the way of all mail. */
export async function request(
  table: Table<'put'>,
  id: string,
  to: string,
  now: Date,
): Promise<void> {
  const mail = createMailAttributes<TestMail>({
    template: testTemplate,
    to,
    language: 'en',
  });
  const ttl = toEpochSeconds(now) + testSeconds;
  await table.put({ ...mailDeliveryKeys.mailTest(id), ...mail, ttl }, {});
}

/** Requests the mail to the operator about the backup of a time, on the way of all mail. */
export async function requestBackupNotice(
  table: Table<'put'>,
  id: string,
  notice: { template: BackupMail; reference: string },
  now: Date,
): Promise<void> {
  const mail = createMailAttributes<BackupMail>({ ...notice, to: '', language: 'en' });
  const ttl = toEpochSeconds(now) + testSeconds;
  await table.put({ ...mailDeliveryKeys.mailTest(id), ...mail, ttl }, {});
}

/** Stores the result of a test, unless the operator has given up waiting for it. */
export async function saveResult(
  table: Table<'update'>,
  { pk, sk }: Key,
  result: MailTestResult,
): Promise<void> {
  await table.update({ pk, sk }, { set: { result } }, exists);
}

/** Returns the result of a test, or undefined if there is none yet. */
export async function findResult(
  table: Table<'get'>,
  id: string,
): Promise<MailTestResult | undefined> {
  const item = await table.get<{ result?: MailTestResult }>(
    mailDeliveryKeys.mailTest(id),
  );
  return item?.result;
}

/** Deletes a test with the address. */
export async function deleteTest(table: Table<'delete'>, id: string): Promise<void> {
  await table.delete(mailDeliveryKeys.mailTest(id), exists);
}
