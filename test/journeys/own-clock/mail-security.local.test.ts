import { describe, expect, it } from 'vitest';
import { dailyMails } from '#functions/auth/attempts/attempt-windows.ts';
import { countMailAttempts } from '#functions/auth/attempts/count-mail-attempts.ts';
import * as trustedDevices from '#functions/auth/session/trusted-device.store.ts';
import { listEncodings, listUserItems } from '#kit/canaries.ts';
import { newUser, table } from '#kit/fixtures.ts';
import { listMail } from '#kit/inbox.ts';
import type { TestResponse } from '#kit/send.ts';
import { newSecret } from '#shared/auth/secrets.ts';
import { parseToken } from '#shared/auth/tokens.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { newEmail, requireIdentity, startTimedService } from './service.ts';

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

  it('allow 4 of them from one site, so the owner still gets mail at another', async () => {
    const user = await newUser();
    const secondsOfDay = 24 * 60 * 60;
    const untilTomorrow = secondsOfDay - (toEpochSeconds(getNow()) % secondsOfDay);
    for (const email of [user.email, newEmail()]) {
      const browser = newBrowser();
      const responses: TestResponse[] = [];
      for (let i = 0; i < 6; i += 1)
        responses.push(await requestLink('password_reset', email, browser));
      const statuses = responses.map(({ status }) => status);
      expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
      expect(responses.at(-1)?.headers.get('retry-after')).toBe(String(untilTomorrow));
    }
    expect((await requestLink('password_reset', user.email)).status).toBe(200);
    expect(await listMail(service, user.email)).toHaveLength(dailyMails.fromSite + 1);
  });

  it('count what is asked for from all addresses of an IPv6 site together', async () => {
    const account = newEmail();
    const waits: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      const sourceAddress = `2001:db8:1:${i}::1`;
      const request = { table: table(), now: getNow(), sourceAddress };
      waits.push(await countMailAttempts(request, { account, isOnTrustedDevice: false }));
    }
    expect(waits).toEqual([0, 0, 0, 0, expect.any(Number)]);
    expect(waits.at(-1)).toBeGreaterThan(0);
  });
});
