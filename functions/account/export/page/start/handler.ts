import { redirectToPage, serveForm } from '#functions/account/account-handler.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { audit } from '#shared/runtime/audit.ts';
import { newId } from '#shared/runtime/ids.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import * as dataExports from '../../data-export.store.ts';
import { exportLimits } from '../../data-export.ts';
import type { ExportNotice } from '../export.page.ts';
import endpoint from './endpoint.ts';

const notices = {
  started: 'export_started',
  running: 'export_running',
  too_many: 'too_many_exports',
} as const satisfies Record<string, ExportNotice>;

export const handler = serveForm(
  endpoint,
  'export',
  async ({ table, now, requestId, fail }, account) => {
    const { session, locale, pages } = account;
    const shownUntil = toEpochSeconds(now) + exportLimits.shownFor;
    const isKept = await sessions.keepUntil(table, session, shownUntil);
    if (!isKept) return redirect(pages.signIn({ continue: 'export' }));

    const { id: session_id, user_id, access_generation } = session;
    const newExport = {
      id: newId(now),
      language: locale,
      asked_by: { session_id, access_generation },
    };
    const stores = { table, dataKeys: openDataKeys };
    const { outcome } = await dataExports.startExport(stores, user_id, newExport, now);
    if (outcome === 'contended')
      throw fail('unavailable', { cause: 'concurrent_changes' });

    const event = outcome === 'started' ? 'export_started' : 'export_refused';
    audit(event, { request_id: requestId, user_id });
    return redirectToPage<ExportNotice>(account, 'export', notices[outcome]);
  },
);
