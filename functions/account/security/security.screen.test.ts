import { describe, expect, inject, it } from 'vitest';
import * as blockedAddresses from '#functions/account/mail-delivery/blocked-address.store.ts';
import * as trustedDevices from '#functions/auth/session/trusted-device.store.ts';
import { callHandler } from '#kit/call-handler.ts';
import { chooseSettings, getIdentity, newUser, table } from '#kit/fixtures.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import { newSecret } from '#shared/auth/secrets.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { openTable } from '#shared/table/table.ts';

const { urls } = inject('service');
const start = 'We send no mail to this address, because a mail to it';

/**
 * Opens the page of a person whose address is blocked for a reason, in another spelling. That of
 * another person is blocked, too.
 */
async function openPage(reason?: blockedAddresses.BlockReason, date?: Date) {
  const [person, other] = await Promise.all([newUser(), newUser()]);
  const block = (email: string, why: blockedAddresses.BlockReason, now: Date) =>
    blockedAddresses.block(
      openTable(newMeter()),
      email,
      { reason: why, detail: 'NoEmail' },
      now,
    );
  if (reason) await block(person.email.toUpperCase(), reason, date ?? new Date());
  await block(other.email, 'bounce', new Date());
  const browser = newTestBrowser(callHandler, urls.auth);
  await browser.signIn(person);
  return browser.open(`${urls.auth}/v7.1/oauth2/account/security/`);
}

describe('the page about sign-in and security', () => {
  it.each([
    { reason: 'bounce', text: `${start} came back on ` },
    { reason: 'rejected', text: `${start} came back on ` },
    { reason: 'complaint', text: `${start} was reported as spam on ` },
  ] as const)('says that an address gets no mail: $reason', async ({ reason, text }) => {
    expect((await openPage(reason)).text).toContain(text);
  });

  it('says nothing if the address of somebody else gets no mail', async () => {
    expect((await openPage()).text).not.toContain(start);
  });

  it('says nothing once the address gets mail again', async () => {
    const overAYearAgo = new Date(Date.now() - 366 * 24 * 60 * 60 * 1000);
    expect((await openPage('bounce', overAYearAgo)).text).not.toContain(start);
  });

  it('says that the day of the last sign-in is one in UTC, which may be tomorrow', async () => {
    const person = await newUser();
    await chooseSettings(person, { locale: 'en-US', time_zone: 'America/Los_Angeles' });
    const device = { secret: newSecret(), browser: 'Firefox, Linux' };
    // The evening of November 27 there.
    const evening = new Date('2026-11-28T04:00:00Z');
    await trustedDevices.trust(table(), await getIdentity(person), device, evening);
    const browser = newTestBrowser(callHandler, urls.auth);
    await browser.signIn(person);
    const { text } = await browser.open(`${urls.auth}/v7.1/oauth2/account/security/`);
    expect(text).toContain('<dd>November 27, 2026</dd>');
    expect(text).toContain('<dd>November 28, 2026 (UTC)</dd>');
  });
});
