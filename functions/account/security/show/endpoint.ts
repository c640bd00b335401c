import { accountPage, pageCalls } from '#functions/account/page-endpoint.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/security/',
  summary: 'Show the page about sign-in and security',
  stores: { table: ['get', 'query', 'update'] },
  storeCalls: pageCalls(5, 'the email, its block, the sessions and the devices are read'),
  settings: [...accountPage.settings, 'mailFrom'],
});
