import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/page-renderer.ts';
import { openTable } from '#shared/table/table.ts';
import { renderAccountPage } from '../account.page.ts';
import { requireSession } from '../account-context.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, { pages: pageRenderer, table: openTable }, async (call) => {
  const visit = await requireSession(call, 'account');
  if ('status' in visit) return visit;
  const passwordChanged = call.query.notice === 'password_changed';
  return {
    status: 200,
    cookies: visit.cookies,
    body: renderAccountPage(visit, { passwordChanged }),
  };
});
