import { defineScreen, done, form } from '#functions/account/screen.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import * as dataSources from '#functions/main/data-source/data-source.store.ts';
import { PriorityType } from '#functions/main/data-source/data-source.ts';
import { maxSourceCalls } from '#functions/main/data-source/stored-source.ts';
import { requireFound } from '#shared/http/handler.ts';
import { renderDevicesPage } from './devices.page.ts';
import { type DevicesNotice, devicesTexts } from './devices.texts.ts';

export default defineScreen({
  page: 'devices',
  section: 'devices',
  link: { position: 30, texts: devicesTexts },
  summary: 'Show the devices and which ones are preferred',
  table: ['query'],
  storeCalls: {
    max: maxSourceCalls,
    reason: 'the data sources are read in pages of at most 1 MB',
  },
  load: ({ table }, { session }) => dataSources.list(table, session.user_id),
  render: renderDevicesPage,

  forms: {
    prefer: form({
      summary: 'Prefer a device',
      example: { fields: { data_source: 'x', priority_type: 'activity' }, status: 404 },
      fields: {
        /** The id of the data source. */
        data_source: FormField,
        priority_type: PriorityType,
      },
      errors: ['not_found'],
      table: ['update'],
      storeCalls: { max: 1, reason: 'the data source is updated' },
      async submit({ table, body, now, fail }, { session }) {
        const { data_source: id, priority_type: type } = body;
        const preference = { id, type, since: now.toISOString() };
        const isPreferred = await dataSources.prefer(table, session.user_id, preference);
        requireFound(isPreferred, { kind: 'data source', id }, fail);
        return done<DevicesNotice>(type === 'sleep' ? 'sleep_preferred' : 'preferred');
      },
    }),
  },
});
