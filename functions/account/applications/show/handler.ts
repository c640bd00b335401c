import { showPage } from '#functions/account/account-handler.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { openTable } from '#shared/table/table.ts';
import { renderApplicationsPage } from '../applications.page.ts';
import { loadApplications } from '../load-applications.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTable },
  showPage('applications', async ({ table, now }, account) => {
    const applications = await loadApplications(table, account.profile, now);
    return renderApplicationsPage(applications, account);
  }),
);
