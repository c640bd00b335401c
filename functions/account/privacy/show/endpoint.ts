import { accountPage } from '#functions/account/page-endpoint.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { PrivacyQuery } from '../privacy.page.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/privacy/',
  summary: 'Show the page about privacy',
  request: { query: PrivacyQuery },
  stores: { table: ['get', 'update'] },
});
