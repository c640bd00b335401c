import { accountDependencies, showPage } from '#functions/account/account-handler.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { renderApplicationsPage } from '../applications.page.ts';
import { loadApplications } from '../load-applications.ts';
import { renderReadsPage } from '../reads.page.ts';
import { listReads } from '../reads.store.ts';
import { listReaders } from '../reads.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  accountDependencies,
  showPage('applications', async ({ table, query, now, fail }, account) => {
    const { profile } = account;
    const [userGrants, marks] = await Promise.all([
      grants.listByUser(table, profile.id),
      listReads(table, profile.id, now),
    ]);
    const readers = listReaders(marks, userGrants);
    const id = query.reads;
    if (id !== '') {
      const reader = readers.find(({ client_id }) => client_id === id);
      const found = requireFound(reader, { kind: 'application', id }, fail);
      return renderReadsPage(found, account);
    }
    const applications = await loadApplications(table, userGrants, { profile, now });
    return renderApplicationsPage({ applications, readers }, account);
  }),
);
