import { serve } from '#shared/http/serve.ts';
import { visitOf } from '../../account-context.ts';
import { renderPasswordPage } from '../password.page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, async (call) => {
  const visit = await visitOf(call, 'password');
  if ('status' in visit) return visit;
  return { status: 200, cookies: visit.cookies, body: renderPasswordPage(visit) };
});
