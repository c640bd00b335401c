import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { decideApproval, getRevision } from '#functions/auth/client/approval.store.ts';
import { clientKeys } from '#functions/auth/client/client.keys.ts';
import * as clients from '#functions/auth/client/client.store.ts';
import type { Client } from '#functions/auth/client/client.ts';
import { findLogo, findProposedLogo } from '#functions/auth/client/client-logo.store.ts';
import { maxLogoBytes } from '#functions/auth/client/logo.ts';
import { callHandler } from '#kit/call-handler.ts';
import { newOwnClient, newPerson, table } from '#kit/fixtures.ts';
import { drawCorners, drawPhotograph, toBytes } from '#kit/image-files.ts';
import { listInvalidFields, newTestBrowser } from '#kit/test-browser.ts';
import type { MailAttributes } from '#shared/mail/mail.ts';
import { deleteOwnApplication } from './change/change-application.ts';

const { urls } = inject('service');
const portalUrl = `${urls.auth}/v7.1/oauth2/account/portal/`;

beforeAll(() => {
  process.env.REGISTRATION = 'review';
});
beforeEach(() => {
  process.env.REGISTRATION = 'review';
});
afterAll(() => {
  process.env.REGISTRATION = 'open';
});

/** Opens the browser of the owner of an application. */
async function openApplication(approval?: Client['approval']) {
  const person = await newPerson();
  const { client_id: id } = await newOwnClient(person.user_id, {}, approval);
  const browser = newTestBrowser(callHandler, urls.auth);
  await browser.signIn(person);
  const url = `${portalUrl}?id=${id}`;
  const find = async () => {
    const client = await clients.find(table(), id);
    if (!client) throw new Error('The application is gone.');
    return client;
  };
  const logoUrl = `${portalUrl}logo/?id=${id}`;
  const submitAt = async (page: string, fields: Record<string, string | File>) => {
    await browser.open(page);
    return browser.submit({ id, ...fields });
  };
  return {
    id,
    browser,
    url,
    find,
    logoUrl,
    update: (fields: Record<string, string>) =>
      submitAt(url, { ...registered, ...fields }),
    setLogo: async (file: Blob) =>
      submitAt(logoUrl, { action: 'set', logo: new File([file], 'logo.png') }),
    deleteLogo: () => submitAt(logoUrl, { action: 'delete' }),
    decide: (decision: 'approved' | 'rejected', revision?: string) =>
      decideApproval(table(), id, decision, revision),
    /** Returns the mail that the last write has requested. */
    readMail: async () => {
      const item = await table().get<Partial<MailAttributes>>(clientKeys.client(id));
      return item?.mail;
    },
  };
}

const callback = 'https://app.example/callback';

/** The fields of the form of a new application. */
const registered = {
  action: 'update',
  name: 'Trail maps',
  redirect_uri_1: callback,
  read: 'yes',
};

const newLogo = async (side = 64) =>
  new Blob([Buffer.from(await toBytes(drawCorners(side, side).png()))]);

describe('a change of an approved application', () => {
  it('waits for the operator, and the former values count until then', async () => {
    const { find, update, readMail, decide, browser, url } = await openApplication();
    const before = await find();
    const redirect_uri_1 = 'https://new.example/callback';
    const website = 'https://new.example/';
    const post_logout_redirect_uri_1 = 'https://new.example/bye';
    const logoutUri = { post_logout_redirect_uri_1 };
    const page = await update({
      name: 'Your bank',
      website,
      redirect_uri_1,
      ...logoutUri,
    });
    expect(page.text).toContain('when the operator has approved it');
    expect(page.text).toContain('A change waits for the operator');
    const proposed = {
      name: 'Your bank',
      client_uri: website,
      redirect_uris: [redirect_uri_1],
      post_logout_redirect_uris: [post_logout_redirect_uri_1],
    };
    const waiting = await find();
    expect(waiting).toMatchObject({ proposed, redirect_uris: [callback] });
    expect(waiting).not.toHaveProperty('post_logout_redirect_uris');
    expect(page.text).toContain(`<code>${post_logout_redirect_uri_1}</code>`);
    expect(waiting.name).toBe(before.name);
    expect(waiting).not.toHaveProperty('approval');
    expect(await readMail()).toMatchObject({ template: 'application_change_pending' });
    const { text } = await browser.open(url);
    expect(text).toContain('value="Your bank"');

    await decide('approved');
    const approved = await find();
    expect(approved).toMatchObject(proposed);
    expect(approved).not.toHaveProperty('proposed');
    expect(await readMail()).toMatchObject({ template: 'application_change_approved' });
  });

  it('is not decided about if the owner has proposed another logo than the operator has seen', async () => {
    const { find, setLogo, decide } = await openApplication();
    await setLogo(await newLogo());
    const seen = getRevision(await find());
    await setLogo(await newLogo(128));
    expect(await decide('approved', seen)).toBe('changed');
    expect(await decide('rejected', seen)).toBe('changed');
    expect(await find()).toMatchObject({ proposed: { has_logo: true } });
    const approved = await decide('approved', getRevision(await find()));
    expect(approved).toMatchObject({ has_logo: true });
  });

  it('is removed if the operator rejects it, and the application stays approved', async () => {
    const { find, update, readMail, decide } = await openApplication();
    await update({ name: 'Your bank' });
    await decide('rejected');
    const client = await find();
    expect(client.name).toBe('Trail maps');
    expect(client).not.toHaveProperty('proposed');
    expect(client).not.toHaveProperty('approval');
    expect(await readMail()).toMatchObject({ template: 'application_change_rejected' });
  });

  it('cannot be rejected any more if its owner has taken it back', async () => {
    const { find, update, readMail, decide } = await openApplication();
    await update({ name: 'Your bank' });
    await update({});
    const before = await readMail();
    expect(await decide('rejected')).not.toHaveProperty('approval');
    expect(await find()).not.toHaveProperty('approval');
    expect(await readMail()).toEqual(before);
  });

  it('is taken back with the former values, and told to the operator once', async () => {
    const { find, update, readMail } = await openApplication();
    await update({ name: 'Your bank' });
    const first = await readMail();
    await update({ name: 'Your bank 2' });
    expect(await readMail()).toEqual(first);
    await update({});
    expect(await find()).not.toHaveProperty('proposed');
  });

  it('counts at once if it is nothing that others see, or removes something', async () => {
    const { find, update, decide } = await openApplication();
    const redirect_uri_2 = 'https://other.example/';
    const post_logout_redirect_uri_1 = 'https://other.example/bye';
    const added = { redirect_uri_2, post_logout_redirect_uri_1 };
    await update({ ...added, privacy: 'https://app.example/privacy' });
    await decide('approved');
    const removed = { post_logout_redirect_uri_1: '' };
    await update({ ...removed, read: '', 'diary.read': 'yes' });
    const client = await find();
    expect(client).toMatchObject({ scopes: ['diary.read'], redirect_uris: [callback] });
    expect(client.post_logout_redirect_uris).toEqual([]);
    expect(client).not.toHaveProperty('policy_uri');
    expect(client).not.toHaveProperty('proposed');
  });

  it('counts at once if there is no approval', async () => {
    const { find, update, setLogo, browser } = await openApplication();
    await update({ name: 'Your bank' });
    await setLogo(await newLogo());
    process.env.REGISTRATION = 'open';
    await update({ name: 'Hiking maps' });
    expect(await find()).toMatchObject({
      name: 'Hiking maps',
      proposed: { has_logo: true },
    });
    await setLogo(await newLogo());
    const client = await find();
    expect(client).toMatchObject({ has_logo: true });
    expect(client).not.toHaveProperty('proposed');
    expect(browser.hasLeft()).toBe(false);
  });
});

describe('a change of an application in development', () => {
  it('counts at once, and asks for no further decision', async () => {
    const { find, update } = await openApplication('pending');
    await update({ name: 'Hiking maps' });
    expect(await find()).toMatchObject({ name: 'Hiking maps', approval: 'pending' });
  });

  it('lets the operator decide again after a rejection', async () => {
    const { find, update, readMail } = await openApplication('rejected');
    await update({});
    expect(await find()).toMatchObject({ approval: 'rejected' });
    await update({ name: 'Hiking maps' });
    expect(await find()).toMatchObject({ name: 'Hiking maps', approval: 'pending' });
    expect(await readMail()).toMatchObject({
      template: 'application_pending',
      application: 'Hiking maps',
    });
  });

  it('is shown with the seats that are taken', async () => {
    const { browser, url } = await openApplication('pending');
    expect((await browser.open(url)).text).toContain('0 of 10');
    process.env.REGISTRATION = 'open';
    expect((await browser.open(url)).text).not.toContain('0 of 10');
  });
});

describe('a logo', () => {
  it('is shown to the owner, and to others only after the approval', async () => {
    const { id, find, setLogo, deleteLogo } = await openApplication('pending');
    const page = await setLogo(await newLogo());
    expect(page.text).toContain('src="data:image/png;base64,');
    expect(await find()).toMatchObject({ has_logo: true, approval: 'pending' });
    await deleteLogo();
    expect(await findLogo(table(), id)).toBeUndefined();
    expect(await find()).not.toHaveProperty('has_logo');
  });

  it('of an approved application is replaced when the operator approves it', async () => {
    const { id, find, setLogo, decide, deleteLogo } = await openApplication();
    await setLogo(await newLogo(40));
    expect(await find()).toMatchObject({ proposed: { has_logo: true } });
    await decide('approved');
    expect(await find()).toMatchObject({ has_logo: true });
    expect(await findLogo(table(), id)).toMatchObject({ width: 40 });
    await setLogo(await newLogo(50));
    await decide('rejected');
    expect(await findLogo(table(), id)).toMatchObject({ width: 40 });
    expect(await findProposedLogo(table(), id)).toBeUndefined();
    const page = await setLogo(await newLogo(50));
    expect(page.text.match(/data:image\/png/g)).toHaveLength(2);
    await deleteLogo();
    const client = await find();
    expect(client).not.toHaveProperty('has_logo');
    expect(client).not.toHaveProperty('proposed');
  });

  it('of an application that is disabled meanwhile stays, and the page says so', async () => {
    const { id, find, setLogo, browser, logoUrl } = await openApplication('pending');
    await setLogo(await newLogo());
    await browser.open(logoUrl);
    await clients.disable(table(), id, new Date());
    const page = await browser.submit({ id, action: 'delete' });
    expect(page.text).toContain(
      'Nothing was saved, because the application is disabled.',
    );
    expect(await find()).toMatchObject({ has_logo: true });
  });

  it('is deleted with the application, also one that waits', async () => {
    const { id, setLogo, decide } = await openApplication();
    await setLogo(await newLogo());
    await decide('approved');
    await setLogo(await newLogo());
    expect(await deleteOwnApplication(table(), id, new Date())).toBe('deleted');
    expect(await table().query({ pk: clientKeys.client(id).pk })).toEqual([]);
  });

  it('is refused beside its field for the reasons of the command line', async () => {
    const { setLogo, browser, logoUrl, id, find } = await openApplication('pending');
    const heavy = Buffer.from(await toBytes(drawPhotograph(900, 600).png()));
    expect(heavy.length).toBeGreaterThan(maxLogoBytes);
    const files = [
      { file: new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>']), problem: 'JPEG' },
      { file: new Blob([heavy]), problem: 'at most 32 KB' },
      { file: await newLogo(20), problem: 'at least 32 pixels' },
      { file: new Blob([]), problem: 'undamaged' },
    ];
    for (const { file, problem } of files) {
      const page = await setLogo(file);
      expect(page.status).toBe(400);
      expect(listInvalidFields(page)).toEqual(['logo']);
      expect(page.text).toContain(problem);
    }
    await browser.open(logoUrl);
    const none = await browser.submit({ id, action: 'set' });
    expect(none.text).toContain('Choose a picture.');
    expect(await find()).not.toHaveProperty('has_logo');
  });
});
