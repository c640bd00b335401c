import { accountPage } from '#functions/account/account-endpoint.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/security/',
  summary: 'Show the page about sign-in and security',
  stores: { table: ['get', 'query', 'update'] },
  storeCalls: {
    max: 7,
    reason:
      'the session, the profile, the email, and the sessions and devices of the user are ' +
      'read; once a day, a session that stays signed in is extended',
  },
  settings: [...accountPage.settings, 'mailFrom'],
});
