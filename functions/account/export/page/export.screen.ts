import {
  defineScreen,
  done,
  form,
  signIn,
  unchanged,
} from '#functions/account/screen.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { getTypeName } from '#shared/reference-data/connection-types.ts';
import { audit } from '#shared/runtime/audit.ts';
import { newId } from '#shared/runtime/ids.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import * as dataExports from '../data-export.store.ts';
import { downloadSecretContext, exportLimits, maxOpenExports } from '../data-export.ts';
import { listShownExports } from '../download-link.ts';
import { exportTexts } from '../export.texts.ts';
import { type ExportNotice, renderExportPage } from './export.page.ts';

const refusals = {
  running: 'export_running',
  too_many: 'too_many_exports',
} as const satisfies Record<string, ExportNotice>;

export default defineScreen({
  page: 'export',
  section: 'privacy',
  link: { texts: exportTexts },
  summary: "Show the exports of the user's data",
  stores: {
    encryption: { encrypts: [downloadSecretContext], decrypts: [downloadSecretContext] },
  },
  storeCalls: {
    max: 1 + 4 * maxOpenExports,
    reason:
      'the exports are read; for each that is running or can be downloaded, the access that ' +
      'asked for it is read by up to four calls, unless it is this session',
  },
  baseUrls: ['main'],
  async load({ table, version, now, baseUrls }, { session }) {
    const { id: session_id, user_id, access_generation } = session;
    const asker = { session_id, access_generation };
    const context = { version, dataKeys: openDataKeys, now };
    const exports = await listShownExports(table, user_id, asker, context);
    return { exports, host: baseUrls.main, getName: getTypeName };
  },
  render: renderExportPage,

  forms: {
    start: form({
      summary: "Start an export of the user's data",
      example: {},
      fields: {},
      errors: ['unavailable'],
      table: ['put', 'update'],
      storeCalls: {
        max: 9,
        reason:
          'the session is kept for as long as the export; the exports are read and written, ' +
          'both again after each concurrent change',
      },
      audit: 'export_started',
      async submit({ table, now, requestId, fail }, { session, locale }) {
        const shownUntil = toEpochSeconds(now) + exportLimits.shownFor;
        const isKept = await sessions.keepUntil(table, session, shownUntil);
        if (!isKept) return signIn();

        const { id: session_id, user_id, access_generation } = session;
        const newExport = {
          id: newId(now),
          language: locale,
          asked_by: { session_id, access_generation },
        };
        const stores = { table, dataKeys: openDataKeys };
        const { outcome } = await dataExports.startExport(
          stores,
          user_id,
          newExport,
          now,
        );
        if (outcome === 'contended')
          throw fail('unavailable', { cause: 'concurrent_changes' });
        if (outcome === 'started') return done<ExportNotice>('export_started');

        audit('export_refused', { request_id: requestId, user_id });
        return unchanged<ExportNotice>(refusals[outcome]);
      },
    }),
  },
});
