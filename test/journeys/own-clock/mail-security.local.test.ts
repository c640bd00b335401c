import { describe, expect, it } from 'vitest';
import { attemptLimits } from '#functions/auth/rate-limit/limits.ts';
import { listEncodings, listUserItems } from '#kit/canaries.ts';
import { newUser } from '#kit/fixtures.ts';
import { listMail } from '#kit/inbox.ts';
import { consumeAttempts } from '#kit/rate-limits.ts';
import { parseToken } from '#shared/auth/tokens.ts';
import { newEmail, newNetworkAddress, startTimedService } from './service.ts';

const service = await startTimedService();
const { getNow, newBrowser, requestLink, receiveLink, lines } = service;

describe('a link in a mail', () => {
  it('leaves no secret in the items of the user or in a log', async () => {
    const { email, user_id } = await newUser();
    const url = new URL(await receiveLink('password_reset', email));
    const text = url.searchParams.get('token') ?? '';
    const secret = parseToken('link', text)?.secret ?? '';
    expect(secret).toHaveLength(52);
    const log = lines.join('\n');
    const items = await listUserItems(user_id);
    const dump = `${JSON.stringify(items)}\n${log}`;
    expect(dump).toContain('EMAIL_LINK#');
    const found = listEncodings(secret).filter((encoding) => dump.includes(encoding));
    expect(found).toEqual([]);
    expect(log).not.toContain(email);
  });
});

describe('the limits of mail', () => {
  it('apply to an address at one network, known or not, and lock nobody out at other networks', async () => {
    const { email } = await newUser();
    for (const target of [email, newEmail()]) {
      const network = newNetworkAddress();
      const browser = newBrowser(network);
      await consumeAttempts(
        { limit: 'mail_at_network', parts: [target, network] },
        attemptLimits.mail_at_network - 1,
        getNow(),
      );
      const allowed = await requestLink('password_reset', target, browser);
      const rejected = await requestLink('password_reset', target, browser);
      expect([allowed.status, rejected.status]).toEqual([200, 429]);
    }
    // Requests from many networks must not keep mail from the person.
    const key = { limit: 'mail', parts: [email] } as const;
    await consumeAttempts(key, attemptLimits.mail, getNow());
    const before = (await listMail(service, email)).length;
    expect((await requestLink('password_reset', email)).status).toBe(200);
    expect(await listMail(service, email)).toHaveLength(before + 1);
  });
});
