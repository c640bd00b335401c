import * as z from 'zod/mini';
import { leadsToConnections } from '#functions/account/data/empty-diary.ts';
import { again, defineScreen, done, form, unchanged } from '#functions/account/screen.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import { loadProviderSettings } from '#functions/auth/data-policy/data-policy.store.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { consentGiven } from '#functions/auth/identity/consent-field.ts';
import * as processing from '#functions/auth/identity/processing.store.ts';
import { hasHealthConsent } from '#functions/auth/identity/processing.ts';
import * as inboxes from '#functions/connections/inbox/inbox.store.ts';
import { addDays } from '#functions/diary/entry/dates.ts';
import { CalendarDate } from '#functions/diary/entry/values.ts';
import { pickByPriority } from '#functions/diary/measurement/list/list-shown.ts';
import * as measurements from '#functions/diary/measurement/measurement.store.ts';
import {
  type PlacedMeasurement,
  parseMeasurementId,
} from '#functions/diary/measurement/measurement.ts';
import { deleteOne } from '#functions/diary/measurement/measurement-deletion.store.ts';
import { sortByTime } from '#functions/diary/measurement/shown-values.ts';
import { getTypeName } from '#shared/reference-data/connection-types.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { Table } from '#shared/table/table.ts';
import { type BodyQuery, periodNames } from '../data-url.ts';
import { type BodyFormResult, renderBodyPage } from './body.page.ts';
import { type BodyNotice, bodyTexts } from './body.texts.ts';
import { renderBodyDay } from './body-day.page.ts';
import { listBodyMonths, toBodyPeriod } from './body-period.ts';
import type { SourceNames } from './source-names.ts';
import { readWeight } from './weight-form.ts';

const query = {
  period: z.optional(z.enum(periodNames)),
  /** The last day of the period. Defaults to today. */
  date: z.optional(CalendarDate),
  /** The only day that is shown. */
  day: z.optional(CalendarDate),
  /** Whether the values of all sources of that day are shown. */
  all: z.optional(z.enum(['true'])),
  /** What the person has come to enter. */
  enter: z.optional(z.enum(['weight'])),
};

/** Returns the names of the sources of values: of applications, as the person has allowed them. */
async function loadNames(
  table: Table<'query'>,
  user_id: string,
  values: readonly PlacedMeasurement[],
): Promise<SourceNames> {
  const names = new Map<string, string>();
  const kinds = new Set(values.map(({ source }) => source.kind));
  const own = kinds.has('application') ? await grants.listByUser(table, user_id) : [];
  for (const { client_id, application_name } of own)
    names.set(client_id, application_name);
  const phones = kinds.has('inbox') ? await inboxes.list(table, user_id) : [];
  for (const { id, name } of phones) names.set(id, name);
  for (const { source } of values)
    if (source.remote_connection_type !== undefined)
      names.set(
        source.remote_connection_type,
        getTypeName(source.remote_connection_type),
      );
  return names;
}

async function loadDay(
  table: Table<'getEach' | 'query'>,
  user_id: string,
  { day, all }: BodyQuery & { day: string },
) {
  const values = sortByTime(await measurements.listDay({ table, user_id }, day));
  const names = await loadNames(table, user_id, values);
  const isAll = all === 'true';
  const shown = await pickByPriority({ table, user_id }, values);
  return { day, values, shown, isAll, names };
}

/** The forms return to the page or the day on which they are. */
function toParameters({ period, date, day, all }: BodyQuery): string {
  return new URLSearchParams(compact({ period, date, day, all })).toString();
}

export default defineScreen({
  page: 'body',
  path: 'data/body/',
  section: 'data',
  link: { position: 5, texts: bodyTexts },
  summary: 'Show weight, sleep and other measurements of the body',
  query,
  table: ['getEach', 'query'],
  storeCalls: {
    max: 6,
    reason:
      'the months of all types are read, at most 200, the priorities of the data sources, and ' +
      'the grants and inboxes that name sources, or without values the providers',
  },
  async load({ table, query: asked }, { session, profile, today }) {
    const { user_id } = session;
    const { period: name = 'month', date = today, day } = asked;
    if (day !== undefined) return loadDay(table, user_id, { ...asked, day });

    const period = toBodyPeriod(name, date, profile.first_weekday);
    const values = await measurements.list({ table, user_id }, listBodyMonths(period));
    const { connectable } =
      values.length > 0 ? { connectable: [] } : await loadProviderSettings(table);
    return {
      query: asked,
      period,
      values,
      shown: await pickByPriority({ table, user_id }, values),
      names: await loadNames(table, user_id, values),
      canConnect: leadsToConnections(connectable),
    };
  },
  render: (data, account, result: BodyFormResult = {}) =>
    'day' in data ? renderBodyDay(account, data) : renderBodyPage(account, data, result),

  defaultForm: 'weight',
  forms: {
    weight: form({
      summary: 'Enter a weight',
      fields: { weight: FormField, date: FormField },
      query,
      example: { fields: { weight: '80.1', date: '2020-11-20' } },
      table: ['getEach', 'put', 'check', 'transact'],
      storeCalls: {
        max: 10,
        reason:
          'the month is read and written in one transaction, at most five times, while others ' +
          'change it',
      },
      errors: ['item_too_large'],
      responses: {
        400: { description: 'The same page, which names all problems.', body: 'html' },
      },
      async submit({ table, body, query: shown, now }, account) {
        const read = readWeight({ weight: body.weight, date: body.date }, account, now);
        if (!read.ok) return again<BodyFormResult>({ weight: read.error });
        const sent = read.value;
        const { user_id } = account.session;
        const stored = await measurements.store(table, user_id, {
          source: { kind: 'person' },
          sent: [sent],
        });
        const isOld = sent.date <= addDays(account.today, -30);
        const next = { period: shown.period, ...(isOld && { day: sent.date }) };
        const options = { parameters: toParameters(next) };
        const outcome = stored?.[0]?.outcome;
        if (outcome === undefined)
          return unchanged<BodyNotice>('consent_missing', options);
        if (outcome === 'stored') return done<BodyNotice>('saved', options);
        return unchanged<BodyNotice>(outcome === 'ignored' ? 'full' : outcome, options);
      },
    }),

    delete: form({
      summary: 'Delete a value',
      fields: {
        /** The id of the value. */
        measurement: FormField,
      },
      query,
      table: ['get', 'put'],
      storeCalls: {
        max: 10,
        reason:
          'the month is read and written, at most five times, while others change it',
      },
      async submit({ table, body, query: shown, now }, { session }) {
        const place = parseMeasurementId(body.measurement);
        const deletion = { by: { kind: 'person' }, mayDeleteAny: true, now } as const;
        const isDeleted =
          place !== undefined &&
          (await deleteOne({ table, user_id: session.user_id }, { place, ...deletion }));
        const options = { parameters: toParameters(shown) };
        return isDeleted
          ? done<BodyNotice>('deleted', options)
          : unchanged<BodyNotice>('gone', options);
      },
    }),

    consent: form({
      summary: 'Give the consent to the processing of health data',
      fields: {
        /** `yes` if the person consents to the processing of health data. */
        health_consent: FormField,
      },
      query,
      table: ['update'],
      storeCalls: { max: 1, reason: 'the profile is written' },
      audit: 'health_consent_given',
      responses: {
        400: { description: 'The same page: the consent is missing.', body: 'html' },
      },
      async submit({ table, body, query: shown, now }, { session, profile }) {
        if (body.health_consent !== consentGiven)
          return again<BodyFormResult>({ isConsentMissing: true });
        const options = { parameters: `${toParameters(shown)}&enter=weight` };
        if (hasHealthConsent(profile))
          return unchanged<BodyNotice>('consent_given', options);
        await processing.giveConsent(table, session.user_id, now);
        return done<BodyNotice>('consent_given', options);
      },
    }),
  },
});
