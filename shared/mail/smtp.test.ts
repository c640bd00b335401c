import { Resolver } from 'node:dns';
import { describe, expect, it, vi } from 'vitest';
import { certificate, hangUp, silence, startMailServer } from '#kit/mail-server.ts';
import type { MailReceipt } from './mail.ts';
import { createSmtpMail, type MailServer } from './smtp.ts';

const mail = {
  id: 'q2Jc0vXb9T1s',
  user_id: 'ann',
  template: 'sign_up',
  to: 'ann@example.com',
  subject: 'Grüße: bitte bestätigen Sie Ihre Adresse beim Fitnessdatendienst 🏃',
  text: '.\nÖffnen Sie:\n\nhttps://example.com/?token=link_0123456789abcdefghijklmnopqrstuvwxyz0123456789',
  html: `<p>${'Ö'.repeat(2000)}</p>`,
};

/** Sends the mail to a server that replies so. `0.0.0.0` is this machine, but not loopback. */
async function sendTo(
  script: Parameters<typeof startMailServer>[0],
  { host = '0.0.0.0', ...others }: Partial<MailServer> = {},
  tls = { ca: certificate },
) {
  const server = await startMailServer(script);
  const { port, commands, messages } = server;
  const login = { user: 'service', password: 'correct horse' };
  const target = { host, port, implicit_tls: false, login, ...others };
  const isSilent = Object.values(script?.replies ?? {}).includes(silence);
  const limit = isSilent ? { timeoutMs: 300 } : {};
  const send = createSmtpMail(target, 'no-reply@example.org', { tls, ...limit });
  const outcome = await send(mail).catch((error: Error) => error.name);
  return { outcome, port, commands, messages, send };
}

describe('a mail by SMTP', () => {
  it('is accepted after TLS and the login', async () => {
    const { outcome, port, commands } = await sendTo({});
    const answer = '250 2.0.0 queued as 17';
    expect(outcome).toEqual({ outcome: 'sent', via: `0.0.0.0:${port}`, answer });
    const credentials = Buffer.from('\0service\0correct horse').toString('base64');
    const sent = commands.map((line) => line.replace(/^EHLO .*/, 'EHLO'));
    // The end of the connection is not waited for.
    expect(sent.filter((line) => line !== 'QUIT')).toEqual([
      'EHLO',
      'STARTTLS',
      'TLS',
      'EHLO',
      `AUTH PLAIN ${credentials}`,
      'MAIL FROM:<no-reply@example.org>',
      'RCPT TO:<ann@example.com>',
      'DATA',
    ]);
  });

  it('is one message in ASCII, with headers that stay the same in a retry', async () => {
    const { messages, send } = await sendTo({});
    await send(mail);
    expect(messages).toHaveLength(2);
    for (const message of messages) {
      expect(message).toMatch(/^[ -~\n]+$/);
      const longest = Math.max(...message.split('\n').map(({ length }) => length));
      expect(longest).toBeLessThanOrEqual(78);
      const [headers = ''] = message.split('\n\n');
      expect(headers).toContain(
        'From: no-reply@example.org\nTo: ann@example.com\nSubject: =?UTF-8?B?',
      );
      expect(headers).toContain('\nMessage-ID: <q2Jc0vXb9T1s@example.org>\n');
      expect(headers).toContain('\nAuto-Submitted: auto-generated\n');
      expect(headers).toMatch(/\nDate: \w{3}, \d{2} \w{3} \d{4} [\d:]{8} \+0000\n/);
      expect(message).not.toContain('X-User-Id');
    }
  });

  it.each([
    { implicit_tls: true, host: '0.0.0.0', expected: ['TLS'] },
    { implicit_tls: false, host: '127.0.0.1', expected: [] },
  ])('begins with TLS, or needs none on this machine', async (given) => {
    const { expected, ...server } = given;
    const script = { implicitTls: server.implicit_tls };
    const { outcome, commands } = await sendTo(script, server);
    expect(outcome).toMatchObject({ outcome: 'sent' });
    expect(commands.filter((line) => /TLS/.test(line))).toEqual(expected);
  });

  it.each([
    { reply: '550 5.1.1 <ann@example.com> unknown', isAddressUnknown: true },
    { reply: '550-5.1.1 No such user.\r\n550 5.1.1 See below.', isAddressUnknown: true },
    { reply: '550 5.1.10 no mail for this domain', isAddressUnknown: true },
    { reply: '550 5.2.1 gets mail at a rate that prevents more' },
    { reply: '552 5.2.2 mailbox full' },
    { reply: '550 no' },
  ])('is rejected if the recipient is refused for good: $reply', async (given) => {
    const { reply, ...unknown } = given;
    const { outcome, port, commands } = await sendTo({ replies: { RCPT: reply } });
    const answer = reply.replace('\r', '');
    const via = `0.0.0.0:${port}`;
    expect(outcome).toEqual({ outcome: 'rejected', via, answer, ...unknown });
    expect(commands).not.toContain('DATA');
  });

  it.each([
    { reply: { RCPT: '451 4.7.1 greylisted' }, fault: 'SmtpDeferred' },
    { reply: { connection: '421 4.3.2 busy' }, fault: 'SmtpDeferred' },
    { reply: { AUTH: '454 4.7.0 later' }, fault: 'SmtpDeferred' },
    { reply: { message: '452 4.3.1 full' }, fault: 'SmtpDeferred' },
    { reply: { RCPT: '550 5.7.1 relaying denied' }, fault: 'SmtpRefused' },
    { reply: { RCPT: '553 5.1.8 no such sender' }, fault: 'SmtpRefused' },
    { reply: { MAIL: '553 5.7.1 not your sender' }, fault: 'SmtpRefused' },
    { reply: { message: '554 5.7.1 spam' }, fault: 'SmtpRefused' },
    { reply: { AUTH: '535 5.7.8 wrong password' }, fault: 'SmtpLoginRefused' },
    { reply: { STARTTLS: '502 5.5.1 no' }, fault: 'SmtpTlsFailed' },
    { reply: { connection: silence }, fault: 'SmtpUnreachable' },
    { reply: { message: silence }, fault: 'SmtpUnreachable' },
    { reply: { message: hangUp }, fault: 'SmtpUnreachable' },
    { reply: { MAIL: hangUp }, fault: 'SmtpUnreachable' },
  ])('fails with a name of what failed: $fault after $reply', async (given) => {
    const { outcome, messages } = await sendTo({ replies: given.reply });
    expect(outcome).toBe(given.fault);
    expect(messages).toEqual([]);
  });

  it('fails without a login or a message if the certificate is not trusted', async () => {
    for (const implicitTls of [true, false]) {
      const server = { implicit_tls: implicitTls };
      const { outcome, commands } = await sendTo({ implicitTls }, server, { ca: '' });
      expect(outcome).toBe('SmtpTlsFailed');
      expect(commands.filter((line) => /AUTH|MAIL/.test(line))).toEqual([]);
    }
  });

  it('fails if the certificate is for another name', async () => {
    const server = { host: 'localhost', implicit_tls: true };
    const { outcome, commands } = await sendTo({ implicitTls: true }, server);
    expect(outcome).toBe('SmtpTlsFailed');
    expect(commands.filter((line) => /AUTH|MAIL/.test(line))).toEqual([]);
  });

  it('goes to this machine by the name localhost, whatever a name server says', async () => {
    const resolve = vi.spyOn(Resolver.prototype, 'resolve4');
    const { outcome, port } = await sendTo({}, { host: 'localhost' });
    expect(outcome).toMatchObject({ outcome: 'sent', via: `localhost:${port}` });
    expect(resolve).not.toHaveBeenCalled();
    resolve.mockRestore();
  });

  it('tells the beginning of an answer, without control characters', async () => {
    const reply = '550-5.1.1 \u001b[2J\r\n550 5.1.1 ';
    const { outcome } = await sendTo({ replies: { RCPT: reply + 'x'.repeat(100_000) } });
    expect(outcome).toMatchObject({ outcome: 'rejected', isAddressUnknown: true });
    const { answer } = outcome as MailReceipt;
    expect(answer).toHaveLength(1000);
    expect(answer).toMatch(/^550-5\.1\.1 \?\[2J\n550 5\.1\.1 x+$/);
  });

  it('fails if nothing listens', async () => {
    const server = { host: '127.0.0.1', port: 1, implicit_tls: false };
    const send = createSmtpMail(server, 'no-reply@example.org');
    await expect(send(mail)).rejects.toMatchObject({ name: 'SmtpUnreachable' });
  });

  it('adds no command and no recipient for a line break in the address', async () => {
    const { send, commands } = await sendTo({});
    const before = commands.length;
    const to = 'ann@example.com>\r\nRCPT TO:<eve@example.com';
    await expect(send({ ...mail, to })).rejects.toThrow();
    expect(commands.slice(before).join('\n')).not.toMatch(/eve/);
  });
});
