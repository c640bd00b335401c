import { expect, inject, it } from 'vitest';
import * as grants from '#functions/auth/grant/grant.store.ts';
import type { Grant } from '#functions/auth/grant/grant.ts';
import { call } from '#kit/call.ts';
import { type TestPerson, table } from '#kit/fixtures.ts';
import { getCode, newParties } from '#kit/oauth-parties.ts';
import type { MailAttributes } from '#shared/mail/mail.ts';
import type { Key } from '#shared/table/keys.ts';
import consumer from './consumer.ts';
import { renderMail } from './render-mail.ts';

const { urls } = inject('service');
const url = 'https://auth.example/';
const { toMessage } = consumer.rule;

type StoredGrant = Key & Grant & Partial<MailAttributes>;

async function listGrants({ user_id }: TestPerson): Promise<StoredGrant[]> {
  const userGrants = await grants.listByUser(table(), user_id);
  return userGrants as StoredGrant[];
}

it('the first consent to an application requests one mail, which says what it may do', async () => {
  const parties = await newParties({ send: call, urls });
  const { user, client } = parties;
  const destination = await parties.decide('allow', { scope: 'diary.read images.write' });
  const [granted] = await listGrants(user);
  if (!granted?.mail) throw new Error('No mail was requested.');
  const { pk, sk, mail } = granted;
  expect(toMessage({ pk, sk, mail })).toEqual({ pk, sk, mail });
  expect(mail).toMatchObject({ template: 'application_allowed', to: user.email });
  const { text } = renderMail({ ...mail, language: 'en' }, url, { time: new Date() });
  expect(text).toContain(`${client.name} was allowed to use your data.`);
  expect(text).toContain('It can: See your diary; Upload photos, and delete them again.');
  const german = renderMail({ ...mail, language: 'de' }, url, { time: new Date() });
  expect(german.text).toContain(
    'Die Anwendung kann: Ihr Tagebuch sehen; Fotos hochladen und wieder löschen.',
  );

  // The tokens of the grant are in its item, too, and the mail stays no part of it.
  await parties.redeem(getCode(destination));
  const [redeemed] = await listGrants(user);
  expect(redeemed).toHaveProperty('redeemed_at');
  expect(redeemed).not.toHaveProperty('mail');
});

it('says of an application that only signs people in that it gets no data', () => {
  const mail = {
    template: 'application_allowed',
    to: 'ann@b.example',
    application: 'Wiki',
  };
  const render = (language: string) =>
    renderMail({ ...mail, scope: 'openid email', language }, url, { time: new Date() });
  const english = render('en');
  expect(english.subject).toBe('A new application signs you in with your account');
  expect(english.text).toContain('It gets no access to your fitness data.');
  expect(english.text).not.toContain('use your data');
  expect(render('de').text).toContain('keinen Zugriff auf Ihre Fitnessdaten');
});

it('a further consent requests no mail, even after the access was revoked', async () => {
  const parties = await newParties({ send: call, urls });
  const { user, client } = parties;
  const code = getCode(await parties.decide('allow', { scope: 'diary.read' }));
  const { body } = await parties.redeem(code);
  await call('POST', '/v7.0/oauth2/revoke/', {
    form: { ...parties.credentials, token: body.refresh_token },
  });
  await parties.decide('allow', { scope: 'diary.read' });
  const all = await listGrants(user);
  expect(all.map(({ client_id }) => client_id)).toEqual([
    client.client_id,
    client.client_id,
  ]);
  expect(all.filter(({ mail }) => mail !== undefined)).toEqual([]);
});

it('a denial requests no mail', async () => {
  const parties = await newParties({ send: call, urls });
  await parties.decide('deny');
  expect(await listGrants(parties.user)).toEqual([]);
});
