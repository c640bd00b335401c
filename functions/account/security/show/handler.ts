import { servePage } from '#functions/account/account-handler.ts';
import { loadSecurityPage } from '../load-security-page.ts';
import endpoint from './endpoint.ts';

export const handler = servePage(endpoint, 'security', loadSecurityPage);
