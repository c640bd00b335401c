import { describe, expect, inject, it } from 'vitest';
import { renderMail } from '#functions/account/mail/render-mail.ts';
import { webhookMails } from '#functions/account/webhook/webhook.mail.ts';
import { type ClientMail, clientMails } from '#functions/auth/client/client.mail.ts';
import { updateClient } from '#functions/auth/client/client-update.store.ts';
import { findRedirectUriFault } from '#functions/auth/client/redirect-uri.ts';
import { callHandler } from '#kit/call-handler.ts';
import { issueUserToken, newOwnClient, newPerson, table } from '#kit/fixtures.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import { addWebhook } from '#kit/webhooks.ts';
import { portalTexts } from './portal.texts.ts';
import { readRegistration } from './registration-fields.ts';

const { urls } = inject('service');
const toUrl = (path: string) => `${urls.auth}/v7.1/oauth2/${path}`;

describe('a redirect URI of an owner', () => {
  it.each([
    'https://app.example/#part',
    'https://app.example/#',
    'https://me@app.example/',
    'https://me:pw@app.example/',
    'https://@app.example/',
    'https://*.app.example/',
    'https://app.example/*',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://app.example/x',
    'http://app.example/',
    'http://127.0.0.1.app.example/',
    'http://localhost.app.example/',
    'http://127.1/',
    'http://0.0.0.0/',
    '//app.example/',
    '/callback',
    'callback',
    'https:/app.example/',
    'https:app.example',
    'https://',
    'https://bücher.example/',
    'https://аpp.example/',
    'https://app。example/',
    'https://APP.example/',
    'https://app.example:443/',
    'https://app.example/a/../b',
    'https://app.example/\\evil.example',
    'https:\\\\app.example\\',
    'https://app.example/\n',
    'https://app.example/\u0000',
    'https://app.example/\t',
    'https://app.example/\u202e',
    'https://app.example/a b',
    'https://app.example/?code=1',
    'https://app.example/?state=1',
    'https://app.example/?error=1',
  ])('cannot be %j, with or without a secret', (uri) => {
    expect(findRedirectUriFault(uri, false)).toBeDefined();
    expect(findRedirectUriFault(uri, true)).toBeDefined();
  });

  it.each(['com.example.app:/x', 'intent://x', 'myapp://x'])(
    'has no scheme of its own if there is a secret: %s',
    (uri) => expect(findRedirectUriFault(uri, false)?.code).toBe('custom_scheme'),
  );

  it('counts once, and has at most 500 characters', () => {
    const uri = 'https://app.example/';
    const { problems } = portalTexts.en;
    const optional = { website: '', privacy: '' };
    const fields = { ...optional, name: 'Trail maps', read: 'yes', redirect_uri_1: uri };
    const twice = { ...fields, redirect_uri_2: ` ${uri} ` };
    const read = readRegistration(twice, 'confidential', problems);
    expect(read).toMatchObject({ ok: true, value: { redirect_uris: [uri] } });
    const long = { ...fields, redirect_uri_2: uri + 'x'.repeat(481) };
    const refused = readRegistration(long, 'confidential', problems);
    expect(refused).toMatchObject({ error: { redirect_uri_2: problems.tooLong(500) } });
  });
});

describe('a name or address with a script', () => {
  const name = '<script>alert("1")</script>';
  const escaped = '&lt;script&gt;';

  it('is text on each page that shows it', async () => {
    const owner = await newPerson();
    const client = await newOwnClient(owner.user_id, { scopes: ['diary.read'] });
    const { client_id, redirect_uri } = client;
    const set = { name, client_uri: `https://app.example/${name}` };
    await updateClient(table(), client_id, { set, remove: [] });
    await issueUserToken(owner, { ...client, name }, 'diary.read');
    const url = `https://app.example/?${name}`;
    const webhook = await addWebhook(client_id, { url });

    const browser = newTestBrowser(callHandler, urls.auth);
    await browser.signIn(owner);
    const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri });
    const pages = [
      'account/portal/',
      `account/portal/?id=${client_id}`,
      `account/portal/?id=${client_id}&webhook=${webhook.id}`,
      'account/applications/',
      `authorize/?${query}&prompt=consent`,
    ];
    for (const path of pages) {
      const { status, text } = await browser.open(toUrl(path));
      expect([path, status]).toEqual([path, 200]);
      expect(text).not.toContain('<script');
      expect(text).toContain(escaped);
    }
  });

  it.each([...Object.keys(clientMails), ...Object.keys(webhookMails)])(
    'is text in the mail %s',
    (template) => {
      for (const language of ['en', 'de']) {
        const mail = { template: template as ClientMail, to: 'a@example.com', language };
        const details = { application: name, reference: name };
        const { html } = renderMail({ ...mail, ...details }, 'https://app.example/', {
          time: new Date(),
        });
        expect(html).not.toContain('<script');
        expect(html).toContain(escaped);
      }
    },
  );
});
