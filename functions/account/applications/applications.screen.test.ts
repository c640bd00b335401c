import { describe, expect, inject, it } from 'vitest';
import { callHandler } from '#kit/call-handler.ts';
import { issueAgentToken, newClient, newPerson } from '#kit/fixtures.ts';
import { newParties } from '#kit/oauth-parties.ts';
import { newTestBrowser } from '#kit/test-browser.ts';

const { urls } = inject('service');
const service = { send: callHandler, urls };
const pageUrl = `${urls.auth}/v7.1/oauth2/account/applications/`;

const registration = {
  client_uri: 'https://app.example/start',
  policy_uri: 'https://app.example/privacy',
};

/** Creates an application, and a person who has allowed it to use a scope. */
async function newAllowed(scope: string) {
  const parties = await newParties(service, registration);
  await parties.decide('allow', { scope });
  const browser = newTestBrowser(callHandler, urls.auth);
  await browser.signIn(parties.user);
  return { ...parties, open: async () => (await browser.open(pageUrl)).text };
}

/** Lists the permissions on the page. */
const listItems = (text: string) =>
  Array.from(text.matchAll(/<li>([^<]*)<\/li>/g), ([, item]) => item);

describe('the page of the applications with access', () => {
  it('says what an application may do, in the words of its consent', async () => {
    const { open, client } = await newAllowed('diary.write images.write');
    const text = await open();
    expect(text).toContain(`<h2>${client.name}</h2>`);
    expect(listItems(text)).toEqual([
      'See and change your diary',
      'Upload photos, and delete them again',
    ]);
    expect(text).not.toContain('Full access');
  });

  it('adds up what an application may do by several consents', async () => {
    const { open, decide } = await newAllowed('diary.read');
    await decide('allow', { scope: 'profile.read' });
    expect(listItems(await open())).toEqual([
      'See your name, email address, language and units',
      'See your diary',
    ]);
  });

  it('marks an application with full access', async () => {
    const text = await (await newAllowed('read')).open();
    expect(text).toContain('<span class="badge bad">Full access</span>');
    expect(listItems(text)).toHaveLength(5);
  });

  it('marks an assistant', async () => {
    const client = await newClient();
    const person = await newPerson();
    await issueAgentToken(person, client, 'diary.read');
    const browser = newTestBrowser(callHandler, urls.auth);
    await browser.signIn(person);
    const { text } = await browser.open(pageUrl);
    expect(text).toContain('<span class="badge">Assistant</span>');
  });

  it('shows the links of an application and its first letter', async () => {
    const { open } = await newAllowed('diary.read');
    const text = await open();
    expect(text).toContain('href="https://app.example/start"');
    expect(text).toContain('>Privacy policy</a>');
    expect(text).toMatch(/<span class="logo" data-letter="[A-Z]"><\/span>/);
  });

  it('explains the loss of the access before the button that revokes it', async () => {
    const { open, client } = await newAllowed('diary.read');
    const [, zone = ''] = (await open()).split('<details class="danger">');
    expect(zone).toMatch(/^\n<summary>Revoke access<\/summary>\n<p>It can no longer/);
    expect(zone).toContain(
      `<input type="hidden" name="client_id" value="${client.client_id}">`,
    );
  });
});
