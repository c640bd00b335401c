import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as blockedAddresses from '#functions/account/mail-delivery/blocked-address.store.ts';
import { mailDeliveryKeys } from '#functions/account/mail-delivery/mail-delivery.keys.ts';
import * as mailServers from '#functions/account/mail-delivery/mail-server.store.ts';
import * as mailTests from '#functions/account/mail-delivery/mail-test.store.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { newUser, table } from '#kit/fixtures.ts';
import { listMail } from '#kit/inbox.ts';
import { startMailServer } from '#kit/mail-server.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { createMailAttributes } from '#shared/mail/mail.ts';
import { newId } from '#shared/runtime/ids.ts';
import { handler } from './handler.ts';

const mailFolder = createTemporaryFolder(afterAll);
const password = 'correct horse battery';
const listInFolder = (to: string) =>
  listMail({ drainQueues: async () => {}, mailFolder }, to);

let lines: string[];

beforeEach(() => {
  lines = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
  vi.stubEnv('AUTH_URL', 'https://auth.example');
  vi.stubEnv('MAIL_FROM', 'service@b.example');
  vi.stubEnv('MAIL_FOLDER', mailFolder);
  vi.stubEnv('PROVIDER_GATEWAY', 'direct');
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await mailServers.deleteServer(table());
});

/** Makes the service send mail by a server that replies so. */
async function useServer(script: Parameters<typeof startMailServer>[0]) {
  const server = await startMailServer(script);
  const { port } = server;
  const login = { user: 'service', password };
  const chosen = { host: '127.0.0.1', port, implicit_tls: false, ...login };
  const stores = { table: table(), getDataKeys: openDataKeys };
  await mailServers.set(stores, chosen, new Date());
  return server;
}

/** Hands a message to the function. Returns whether the queue delivers it again. */
async function deliver(message: object): Promise<boolean> {
  const Records = [{ messageId: '1', body: JSON.stringify(message) }];
  const event = { Records } as Parameters<typeof handler>[0];
  const context = { getRemainingTimeInMillis: () => 20_000 };
  const { batchItemFailures } = await handler(event, context);
  return batchItemFailures.length > 0;
}

const mailAbout = (user_id: string, to: string) => ({
  ...identityKeys.credentials(user_id),
  mail: { id: newId(new Date()), template: 'password_changed', to, language: 'en' },
});

/** The mail about what happened at a time. */
const mailAboutThen = (user_id: string, to: string, then: Date) => {
  vi.setSystemTime(then);
  const request = { template: 'password_changed', to, language: 'en' } as const;
  const attributes = createMailAttributes<'password_changed'>(request);
  vi.useRealTimers();
  return { ...identityKeys.credentials(user_id), ...attributes };
};

const findBlock = (address: string) =>
  blockedAddresses.find(table(), address, new Date());

/** A report of Amazon SES that mail came back, with the members that are read. */
const bounce = (bounceType: string, bounceSubType: string) => (emailAddress: string) => ({
  eventType: 'Bounce',
  bounce: { bounceType, bounceSubType, bouncedRecipients: [{ emailAddress }] },
  mail: { source: 'service@b.example', destination: [emailAddress] },
});

const complaint = (complaintFeedbackType: string) => (emailAddress: string) => ({
  eventType: 'Complaint',
  complaint: { complaintFeedbackType, complainedRecipients: [{ emailAddress }] },
  mail: { source: 'service@b.example', destination: [emailAddress] },
});

const permanentBounce = bounce('Permanent', 'General');

describe('the server of the operator', () => {
  it('gets all mail instead of the folder, with the login', async () => {
    const { commands, messages } = await useServer({});
    const { user_id, email } = await newUser();
    expect(await deliver(mailAbout(user_id, email))).toBe(false);
    expect(commands.find((line) => line.startsWith('AUTH'))).toBe(
      `AUTH PLAIN ${Buffer.from(`\0service\0${password}`).toString('base64')}`,
    );
    expect(messages.join('')).toContain(`\nTo: ${email}\n`);
    expect(await listInFolder(email)).toEqual([]);
  });

  it('gets a mail that was delayed with the time at which it happened', async () => {
    const { messages } = await useServer({});
    const { user_id, email } = await newUser();
    const then = new Date('2026-11-20T09:30:00Z');
    await deliver(mailAboutThen(user_id, email, then));
    const text = messages.join('').replaceAll(/=\n|\s+/g, ' ');
    expect(text).toContain('Time: November 20, 2026 at 9:30');
  });

  it('gets none while calls to other systems are off', async () => {
    const { commands } = await useServer({});
    vi.stubEnv('PROVIDER_GATEWAY', 'off');
    const { user_id, email } = await newUser();
    await deliver(mailAbout(user_id, email));
    expect(commands).toEqual([]);
    expect(await listInFolder(email)).toHaveLength(1);
  });

  it('has its password in no item, and for no other server', async () => {
    await useServer({});
    const key = mailDeliveryKeys.mailServer();
    const item = await table().get<{ port: number }>(key);
    expect(JSON.stringify(item)).not.toContain(password);
    await table().update(key, { set: { host: 'attacker.example' } }, {});
    const stores = { table: table(), getDataKeys: openDataKeys };
    await expect(mailServers.findWithPassword(stores)).rejects.toThrow();
  });

  it.each([
    { replies: { AUTH: '535 5.7.8 no, ann' }, error_name: 'SmtpLoginRefused' },
    { replies: { MAIL: '553 5.7.1 no, ann' }, error_name: 'SmtpRefused' },
    { replies: { RCPT: '451 4.7.1 later, ann' }, error_name: 'SmtpDeferred' },
  ])('that fails is asked again, and the log says why: $error_name', async (given) => {
    const { replies, error_name } = given;
    await useServer({ replies });
    const { user_id, email } = await newUser();
    expect(await deliver(mailAbout(user_id, email))).toBe(true);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines.join(''))).toMatchObject({ level: 'error', error_name });
    expect(lines.join('')).not.toMatch(/no, ann|later, ann|correct horse|@/);
    expect(await findBlock(email)).toBeUndefined();
  });
});

describe('an address', () => {
  it('that a server does not know gets no further mail', async () => {
    const { commands } = await useServer({ replies: { RCPT: '550 5.1.1 unknown' } });
    const { user_id, email } = await newUser();
    expect(await deliver(mailAbout(user_id, email))).toBe(false);
    expect(await findBlock(email)).toMatchObject({ reason: 'rejected' });
    const count = commands.length;
    expect(await deliver(mailAbout(user_id, email))).toBe(false);
    expect(commands).toHaveLength(count);
    const codes = lines.map((line) => JSON.parse(line)).map(({ code }) => code);
    expect(codes).toEqual(['rejected', 'mail_rejected', 'address_blocked']);
    expect(lines.join('')).not.toContain(email);
  });

  it.each([
    { name: 'a permanent bounce', report: permanentBounce, reason: 'bounce' },
    { name: 'no mailbox', report: bounce('Permanent', 'NoEmail'), reason: 'bounce' },
    {
      name: 'its list of addresses',
      report: bounce('Permanent', 'OnAccountSuppressionList'),
      reason: 'bounce',
    },
    { name: 'a full mailbox', report: bounce('Transient', 'MailboxFull') },
    { name: 'no known reason', report: bounce('Undetermined', 'Undetermined') },
    { name: 'a complaint', report: complaint('abuse'), reason: 'complaint' },
    { name: 'no spam', report: complaint('not-spam') },
  ])('is blocked if Amazon SES reports so: $name, $reason', async (given) => {
    const { report, reason } = given;
    const { user_id, email } = await newUser();
    await deliver(report(`Ann <${email.toUpperCase()}>`));
    expect((await findBlock(email))?.reason).toBe(reason);
    await deliver(mailAbout(user_id, email));
    expect(await listInFolder(email)).toHaveLength(reason === undefined ? 1 : 0);
    expect(lines.join('')).not.toContain(email);
  });

  it('is blocked for a year, or until the operator unblocks it', async () => {
    const { email } = await newUser();
    await deliver(permanentBounce(email));
    await deliver(permanentBounce(email));
    const inAYear = new Date(Date.now() + 366 * 24 * 60 * 60 * 1000);
    expect(await blockedAddresses.find(table(), email, inAYear)).toBeUndefined();
    expect(await blockedAddresses.unblock(table(), email)).toBe(true);
    expect(await findBlock(email)).toBeUndefined();
  });
});

describe('a test of mail', () => {
  /** Runs a test as the stream requests it. */
  async function runTest(to: string) {
    const id = newId(new Date());
    await mailTests.request(table(), id, to, new Date());
    const key = mailDeliveryKeys.mailTest(id);
    const item = await table().get<{ mail: object }>(key);
    const isRepeated = await deliver({ ...key, mail: item?.mail });
    const result = await mailTests.findResult(table(), id);
    await mailTests.deleteTest(table(), id);
    return { isRepeated, result };
  }

  it('has the answer of what sent it, and leaves nothing', async () => {
    const { port } = await useServer({});
    const { isRepeated, result } = await runTest('you@b.example');
    const via = `127.0.0.1:${port}`;
    const answer = '250 2.0.0 queued as 17';
    expect({ isRepeated, result }).toEqual({
      isRepeated: false,
      result: { outcome: 'sent', via, answer },
    });
    expect(lines).toEqual([]);
  });

  it('has what is wrong, and is not repeated', async () => {
    const { port } = await useServer({ replies: { AUTH: '535 5.7.8 wrong password' } });
    const { isRepeated, result } = await runTest('you@b.example');
    expect(isRepeated).toBe(false);
    expect(result).toEqual({
      outcome: 'SmtpLoginRefused',
      answer: `127.0.0.1:${port}: 535 5.7.8 wrong password`,
    });
  });
});
