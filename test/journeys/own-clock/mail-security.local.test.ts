import { describe, expect, it } from 'vitest';
import { attemptLimits, dailyMails } from '#functions/auth/rate-limit/limits.ts';
import * as trustedDevices from '#functions/auth/session/trusted-device.store.ts';
import { listEncodings, listUserItems } from '#kit/canaries.ts';
import { newUser, table } from '#kit/fixtures.ts';
import { listMail } from '#kit/inbox.ts';
import { consumeAttempts } from '#kit/rate-limits.ts';
import { newSecret } from '#shared/auth/secrets.ts';
import { parseToken } from '#shared/auth/tokens.ts';
import {
  newEmail,
  newNetworkAddress,
  requireIdentity,
  startTimedService,
} from './service.ts';

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
  it('allow 10 mails of a day to one address, of which 3 are for its trusted browsers', async () => {
    const user = await newUser();
    const askFromEverywhere = async (email: string) => {
      const statuses: number[] = [];
      for (let i = 0; i < 9; i += 1)
        statuses.push((await requestLink('password_reset', email)).status);
      return statuses;
    };
    const allowed = Array.from({ length: dailyMails.onOtherDevice }, () => 200);
    for (const email of [user.email, newEmail()])
      expect(await askFromEverywhere(email)).toEqual([...allowed, 429, 429]);
    expect(await listMail(service, user.email)).toHaveLength(dailyMails.onOtherDevice);

    const device = newSecret();
    const identity = await requireIdentity(user.email);
    await trustedDevices.trust(
      table(),
      identity,
      { secret: device, browser: '' },
      getNow(),
    );
    const browser = newBrowser();
    browser.cookies.set('__Host-fit_device', device);
    const statuses: number[] = [];
    for (let i = 0; i < 4; i += 1)
      statuses.push((await requestLink('password_reset', user.email, browser)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(await listMail(service, user.email)).toHaveLength(dailyMails.onTrustedDevice);
  });

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
    const before = (await listMail(service, email)).length;
    expect((await requestLink('password_reset', email)).status).toBe(200);
    expect(await listMail(service, email)).toHaveLength(before + 1);
  });
});
