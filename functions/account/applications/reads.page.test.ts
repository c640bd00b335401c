import { describe, expect, inject, it } from 'vitest';
import { revokeAllOfUserAndClient } from '#functions/auth/grant/revocation.store.ts';
import { callHandler } from '#kit/call-handler.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { newParties } from '#kit/oauth-parties.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import { toPersonalClient } from '#shared/auth/principal.ts';
import { joinCounts, toTally } from '#shared/quota/counts.ts';
import { countRead } from '#shared/quota/read-marks.ts';
import { addUse, toUserUse } from '#shared/quota/use.store.ts';

const { urls } = inject('service');
const service = { send: callHandler, urls };
const pageUrl = `${urls.auth}/v7.1/oauth2/account/applications/`;
const now = new Date();
const dayMillis = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMillis);

/** Stores what a client has read of a user's data: the diary of two days, and the profile. */
async function storeReads(user_id: string, client_id: string, at = now) {
  const counts = [
    countRead('diary', ['2026-01-05']),
    countRead('diary', ['2025-12-30']),
    countRead('profile', []),
  ].reduce(joinCounts);
  await addUse(table(), toUserUse(user_id, client_id, at), toTally(counts, undefined));
}

/** Lists the cells of the rows of the tables on a page. */
function listRows(text: string): string[][] {
  const rows = text
    .split('<tbody>')
    .slice(1)
    .flatMap((table) => table.split('<tr>'));
  const cells = rows.map((row) =>
    Array.from(row.matchAll(/<t[hd][^>]*>([^<]*)</g), ([, cell = '']) =>
      // A range of dates has spaces that do not break.
      cell.replaceAll(/\s/g, ' '),
    ),
  );
  return cells.filter(({ length }) => length > 0);
}

async function newAllowed() {
  const parties = await newParties(service);
  await parties.decide('allow', { scope: 'diary.read profile.read' });
  const browser = newTestBrowser(callHandler, urls.auth);
  await browser.signIn(parties.user);
  const { client, user } = parties;
  const open = async (query = '') => (await browser.open(pageUrl + query)).text;
  return { client, user_id: user.user_id, open, browser };
}

describe('what an application has read', () => {
  it('is shown to the person, by day and kind of data, with the dates', async () => {
    const { client, user_id, open } = await newAllowed();
    await storeReads(user_id, client.client_id);
    await storeReads(user_id, client.client_id, daysAgo(89));
    await storeReads(user_id, client.client_id, daysAgo(90));
    const rows = listRows(await open());
    const dates = 'December 30, 2025 – January 5, 2026';
    expect(rows.map(([kind, reads, , read]) => [kind, reads, read])).toEqual([
      ['Profile', '2', '–'],
      ['Diary', '4', dates],
    ]);
    const details = listRows(await open(`?reads=${client.client_id}`));
    expect(details.map(([, ...cells]) => cells)).toEqual([
      ['Profile', '1', '–'],
      ['Diary', '2', dates],
      ['Profile', '1', '–'],
      ['Diary', '2', dates],
    ]);
  });

  it('is shown even if it has asked for dates that no calendar has', async () => {
    const { client, user_id, open } = await newAllowed();
    const counts = countRead('data_sources', ['0000-00-00', '9999-99-99']);
    await addUse(
      table(),
      toUserUse(user_id, client.client_id, now),
      toTally(counts, undefined),
    );
    const rows = listRows(await open());
    expect(rows.map(([kind, reads, , read]) => [kind, reads, read])).toEqual([
      ['Devices', '1', '–'],
    ]);
  });

  it('is still shown when its access has ended', async () => {
    const { client, user_id, open } = await newAllowed();
    await storeReads(user_id, client.client_id);
    await revokeAllOfUserAndClient(table(), user_id, client.client_id, now);
    const text = await open();
    expect(text).toContain('<h2>Access has ended</h2>');
    expect(text).toContain(`<h3>${client.name}</h3>`);
  });

  it('has a place for scripts of the person, too', async () => {
    const person = await newPerson();
    const browser = newTestBrowser(callHandler, urls.auth);
    await browser.signIn(person);
    await storeReads(person.user_id, toPersonalClient(person.user_id));
    const { text } = await browser.open(pageUrl);
    expect(text).toContain('<h2>Your own scripts</h2>');
    expect(text).not.toContain('Access has ended');
  });

  it('is not shown to anybody else', async () => {
    const { client, user_id } = await newAllowed();
    await storeReads(user_id, client.client_id);
    const other = await newAllowed();
    expect(listRows(await other.open())).toEqual([]);
    const page = await other.browser.open(`${pageUrl}?reads=${client.client_id}`);
    expect(page.status).toBe(404);
  });
});
