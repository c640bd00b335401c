import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/page-renderer.ts';
import { openTable } from '#shared/table/table.ts';
import { requireSession } from '../../account-context.ts';
import { renderPasswordPage } from '../password.page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, { pages: pageRenderer, table: openTable }, async (call) => {
  const visit = await requireSession(call, 'password');
  if ('status' in visit) return visit;
  return { status: 200, cookies: visit.cookies, body: renderPasswordPage(visit) };
});
