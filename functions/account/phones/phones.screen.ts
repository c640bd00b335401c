import { again, defineScreen, done, form, unchanged } from '#functions/account/screen.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import { consentGiven } from '#functions/auth/identity/consent-field.ts';
import * as processing from '#functions/auth/identity/processing.store.ts';
import { hasHealthConsent } from '#functions/auth/identity/processing.ts';
import * as inboxes from '#functions/connections/inbox/inbox.store.ts';
import { InboxName } from '#functions/connections/inbox/inbox.ts';
import { inboxApps } from '#functions/connections/inbox/readers/push.ts';
import * as pushedFiles from '#functions/diary/file-import/pushed/pushed-file.store.ts';
import { toPushedId } from '#functions/diary/file-import/pushed/pushed-file.ts';
import { isOfInbox } from '#functions/diary/measurement/measurement.ts';
import { deleteWhere } from '#functions/diary/measurement/measurement-deletion.store.ts';
import { removeWorkouts } from '#functions/diary/workout-import/remove-workouts.ts';
import * as workoutRecords from '#functions/diary/workout-import/workout-record.store.ts';
import { audit } from '#shared/runtime/audit.ts';
import { type PhonesFormResult, renderPhonesPage } from './phones.page.ts';
import { type PhonesNotice, phonesTexts } from './phones.texts.ts';

/** The most files whose outcome is shown: as many as are read at once. */
const maxShownFiles = 100;

/** The most months of values that one form deletes: of 15 types in 12 years. */
const maxMonths = 2160;

/** The most store calls for the days of workouts. What is left goes with the next try. */
const maxDayCalls = 2000;

export default defineScreen({
  page: 'phones',
  section: 'connections',
  link: { position: 20, texts: phonesTexts },
  summary: 'Show the inboxes of phones and apps',
  table: ['query', 'getEach'],
  storeCalls: { max: 2, reason: 'the inboxes are read, and what became of their files' },
  baseUrls: ['main'],
  timeout: 29,
  async load({ table, baseUrls }, { session }) {
    const { user_id } = session;
    const listed = await inboxes.list(table, user_id);
    const ids = listed.flatMap(({ id, deliveries }) =>
      deliveries.flatMap(({ files = [] }) =>
        files.map((digest) => toPushedId(id, digest)),
      ),
    );
    const shown = ids.slice(0, maxShownFiles);
    const found =
      shown.length > 0 ? await pushedFiles.findFiles(table, user_id, shown) : [];
    const files = new Map(found.flatMap((file) => (file ? [[file.id, file]] : [])));
    return { inboxes: listed, files, mainUrl: baseUrls.main };
  },
  render: (data, account, shown) => renderPhonesPage({ ...data, ...shown }, account),

  forms: {
    create: form({
      summary: 'Create an inbox',
      fields: {
        name: FormField,
        app: FormField,
        /** `yes` if the app signs what it sends. */
        signed: FormField,
        /** `yes` if the person consents to the processing of health data. */
        health_consent: FormField,
      },
      table: ['put', 'update', 'transact'],
      storeCalls: {
        max: 2,
        reason: 'the consent is stored, and the inbox with its count',
      },
      responses: {
        200: { description: 'The same page with the new secret.', body: 'html' },
        400: { description: 'The same page, which names the problems.', body: 'html' },
      },
      async submit({ table, body, now, requestId }, { session, profile }) {
        const { user_id } = session;
        if (profile.restricted_datetime !== undefined)
          return again<PhonesFormResult>({ problem: 'restricted' });
        const name = InboxName.safeParse(body.name);
        const app = inboxApps.find((each) => each === body.app);
        const needsConsent = !hasHealthConsent(profile);
        const isMissing = needsConsent && body.health_consent !== consentGiven;
        const isSigned = body.signed === 'yes';
        if (!name.success)
          return again<PhonesFormResult>({ problem: 'name', fields: body });
        if (!app || isMissing)
          return again<PhonesFormResult>({ problem: 'consent', fields: body });
        if (isSigned && app !== 'companion')
          return again<PhonesFormResult>({ problem: 'signed', fields: body });
        if (needsConsent) await processing.giveConsent(table, user_id, now);
        const made = { name: name.data, app, isSigned };
        const created = await inboxes.create(table, user_id, made, now);
        if (!created)
          return again<PhonesFormResult>({ problem: 'too_many', fields: body });
        audit('inbox_created', { request_id: requestId, user_id });
        const notice: PhonesNotice = 'created';
        return again<PhonesFormResult>({ created }, { status: 200, notice });
      },
    }),

    revoke: form({
      summary: 'Revoke an inbox',
      example: { fields: { id: 'x' } },
      fields: { id: FormField },
      table: ['update'],
      storeCalls: { max: 2, reason: 'the inbox is revoked' },
      audit: 'inbox_revoked',
      async submit({ table, body, now }, { session: { user_id } }) {
        const isRevoked = await inboxes.revokeInbox(table, user_id, body.id, now);
        return isRevoked
          ? done<PhonesNotice>('revoked')
          : unchanged<PhonesNotice>('revoked');
      },
    }),

    delete: form({
      summary: 'Delete all values and workouts of an inbox',
      example: { fields: { id: 'x' } },
      fields: { id: FormField },
      table: ['getEach', 'query', 'put', 'update', 'delete', 'check', 'transact'],
      storeCalls: {
        max: 2 * maxMonths + maxDayCalls,
        reason:
          'the inbox and its files are read, each month with values of it is read and written, ' +
          'and each day with its workouts',
      },
      audit: 'inbox_values_deleted',
      async submit({ table, body: { id } }, { session: { user_id } }) {
        const listed = await inboxes.list(table, user_id);
        if (!listed.some((inbox) => inbox.id === id))
          return unchanged<PhonesNotice>('deleted');
        // The first: what is not read yet is not stored any more.
        const files = await pushedFiles.forgetFiles(table, user_id, id);
        const values = await deleteWhere(table, user_id, isOfInbox(id));
        const own = { user_id, remote_connection_id: id };
        const subjects = await workoutRecords.listByConnection(table, own);
        await removeWorkouts(table, user_id, { id, subjects });
        const isGone = await inboxes.deleteRevoked(table, user_id, id);
        return files + values + subjects.length > 0 || isGone
          ? done<PhonesNotice>('deleted')
          : unchanged<PhonesNotice>('deleted');
      },
    }),
  },
});
