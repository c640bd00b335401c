import { beforeEach, describe, expect, inject, it } from 'vitest';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import * as inboxes from '#functions/connections/inbox/inbox.store.ts';
import { pushedFileKeys } from '#functions/diary/file-import/pushed/pushed-file.keys.ts';
import { toPushedId } from '#functions/diary/file-import/pushed/pushed-file.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { callHandler } from '#kit/call-handler.ts';
import { newPerson, type TestPerson, table } from '#kit/fixtures.ts';
import { putItems } from '#kit/put-items.ts';
import { newTestBrowser, type TestBrowser } from '#kit/test-browser.ts';
import { exists } from '#shared/table/condition.ts';

const { urls } = inject('service');
const path = `${urls.auth}/v7.1/oauth2/account/phones/`;
const now = new Date();

let person: TestPerson;
let browser: TestBrowser;
beforeEach(async () => {
  person = await newPerson();
  browser = newTestBrowser(callHandler, urls.auth);
  await browser.signIn(person);
});

const changeProfile = (members: Readonly<Record<string, unknown>>) =>
  table().update(identityKeys.user(person.user_id), { set: members }, exists);

describe('the page of phones', () => {
  it('says in the language of its person why something is not kept', async () => {
    const made = { name: 'Pixel', app: 'other', isSigned: false } as const;
    const created = await inboxes.create(table(), person.user_id, made, now);
    await callHandler('POST', '/v7.1/inbox/', {
      json: [
        { type: 'sleep', value: 3600, time: '2026-09-20T07:10:00Z' },
        { type: 'resting_heart_rate', value: 900 },
      ],
      headers: { 'Api-Key': created?.secret ?? '' },
    });
    await callHandler('POST', '/v7.1/inbox/', {
      json: { data: { workouts: [{}] } },
      headers: { 'Api-Key': created?.secret ?? '' },
    });
    await changeProfile({ locale: 'de-DE' });
    const { text } = await browser.open(path);
    expect(text).toContain(
      'Ruhepuls: der Wert ist zu klein oder zu groß (1), ' +
        'Schlaf: Beginn, Ende und Dauern des Schlafs passen nicht zusammen (1)',
    );
    expect(text).toContain('Trainings: ohne plausiblen Beginn und plausible Dauer (1)');
  });

  it('counts what was not kept of a file, whatever its name', async () => {
    const { user_id } = person;
    const made = { name: 'Pixel', app: 'other', isSigned: false } as const;
    const { inbox } = (await inboxes.create(table(), user_id, made, now)) ?? {};
    const id = inbox?.id ?? '';
    const counts = { stored: 0, unchanged: 0, ignored: 0 };
    const received_datetime = now.toISOString();
    const delivery = { received_datetime, app: 'other', ...counts, files: ['1'] };
    const set = { deliveries: [delivery] };
    await table().update(originKeys.inbox(user_id, id), { set }, exists);
    const origin = { id: toPushedId(id, '1'), inbox_id: id, file_name: 'a.json' };
    const unread = { toString: 2 };
    const file = { ...origin, ...counts, received_datetime, unread, state: 'done' };
    await putItems([{ ...pushedFileKeys.pushedFile(user_id, origin.id), ...file }]);
    expect((await browser.open(path)).text).toContain('toString (2)');
  });

  it('makes no inbox and asks for no consent while the processing is paused', async () => {
    await browser.open(path);
    await changeProfile({
      restricted_datetime: now.toISOString(),
      health_consent: { version: '1', given_datetime: '2026-01-01T00:00:00Z' },
    });
    const refused = await browser.submit({
      action: 'create',
      app: 'other',
      name: 'Pixel',
      health_consent: 'yes',
    });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('the processing of your data is paused');
    expect(refused.text).not.toContain('name="health_consent"');
    expect(await inboxes.list(table(), person.user_id)).toEqual([]);
  });
});
