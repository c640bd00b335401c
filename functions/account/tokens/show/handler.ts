import { servePage } from '#functions/account/account-handler.ts';
import { loadTokensPage } from '../load-tokens-page.ts';
import endpoint from './endpoint.ts';

export const handler = servePage(endpoint, 'tokens', loadTokensPage);
