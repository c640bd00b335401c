import { accountTexts } from '#functions/account/account.texts.ts';
import { accountPage, buildNoticeQuery } from '#functions/account/account-endpoint.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/',
  summary: 'Show the account page',
  request: { query: buildNoticeQuery(accountTexts.en.notices) },
  stores: { table: ['get'] },
  storeCalls: { max: 2, reason: 'the session and the erasure are two items' },
});
