import { again, defineScreen, done, form, unchanged } from '#functions/account/screen.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import { isEnabled } from '#functions/auth/client/client.ts';
import { changeClient } from '#functions/auth/client/client-update.store.ts';
import { listOwn } from '#functions/auth/client/own-client.store.ts';
import { newId } from '#shared/runtime/ids.ts';
import { renderApplicationPage } from './application.page.ts';
import {
  changesClient,
  deleteOwnApplication,
  registerApplication,
  rotateApplicationSecret,
  toClientChange,
} from './change-application.ts';
import { loadApplication } from './load-application.ts';
import { requireOwnApplication, toApplication } from './own-application.ts';
import { type PortalResult, renderPortalPage } from './portal.page.ts';
import { type PortalNotice, portalTexts } from './portal.texts.ts';
import { RegistrationFields, readRegistration } from './registration-fields.ts';

/** The id of the application. */
const idField = { id: FormField };

const responses = {
  400: { description: 'The same page, which names all problems.', body: 'html' },
} as const;

const newSecretResponse = {
  200: { description: 'The page of the application with its new secret.', body: 'html' },
} as const;

export default defineScreen({
  page: 'portal',
  section: 'security',
  link: { texts: portalTexts },
  summary: 'Show the applications of the user, or one of them',
  query: idField,
  errors: ['not_found'],
  table: ['getEach', 'query'],
  storeCalls: {
    max: 12,
    reason:
      'the list of ids and the applications are read; or the users of one are counted by at most ' +
      'eight calls, and its use, limits and webhooks are read',
  },
  baseUrls: ['main'],
  settings: ['registration'],
  timeout: 29,
  async load(request, account) {
    const { table, query, settings, baseUrls, now } = request;
    const { id } = query;
    if (id === '') {
      const clients = await listOwn(table, account.session.user_id);
      const { registration } = settings;
      return { clients, registration, mainUrl: baseUrls.main, key: newId(now) };
    }
    const client = await requireOwnApplication(request, account, id);
    return loadApplication(request, account, client);
  },
  render: (data, account, shown) =>
    'client' in data
      ? renderApplicationPage({ ...data, ...shown }, account)
      : renderPortalPage({ ...data, ...shown }, account),

  forms: {
    register: form({
      summary: 'Register an application',
      example: {
        fields: {
          name: 'Trail maps',
          redirect_uri_1: 'https://app.example/callback',
          'diary.read': 'yes',
        },
        status: 200,
      },
      fields: {
        /** Registers an application once, however often the form is sent. */
        key: FormField,
        ...RegistrationFields,
      },
      table: ['getEach', 'put', 'update', 'transact'],
      storeCalls: {
        max: 4,
        reason: 'the key is claimed, and one transaction creates the application',
      },
      settings: ['registration'],
      responses: { ...responses, ...newSecretResponse },
      submit: registerApplication,
    }),

    update: form({
      summary: 'Change an application',
      fields: { ...idField, ...RegistrationFields },
      errors: ['not_found'],
      table: ['update', 'delete', 'transact'],
      storeCalls: { max: 3, reason: 'the application is read and changed' },
      responses,
      audit: 'client_updated',
      async submit(request, account) {
        const { table, body } = request;
        const client = await requireOwnApplication(request, account, body.id);
        const { client_id } = client;
        const at = toApplication(client);
        if (!isEnabled(client)) return unchanged<PortalNotice>('disabled', at);

        const kind = client.public ? 'public' : 'confidential';
        const { problems } = portalTexts[account.language];
        const read = readRegistration(body, kind, problems);
        if (!read.ok) {
          const failed = { values: body, problems: read.error };
          return again<PortalResult>(failed, { query: { id: client_id } });
        }
        const change = toClientChange(client, read.value);
        if (!changesClient(client, change)) return unchanged<PortalNotice>('saved', at);
        const updated = await changeClient(table, client, change);
        if (!updated) return unchanged<PortalNotice>('changed', at);
        return done<PortalNotice>('saved', { ...at, subject: { client_id } });
      },
    }),

    rotate: form({
      summary: 'Give it a new secret',
      fields: {
        ...idField,
        /** When the current secret was created, so that one form creates one new secret. */
        secret_of: FormField,
      },
      errors: ['not_found'],
      table: ['update', 'transact'],
      storeCalls: { max: 3, reason: 'the application is read and changed' },
      responses: newSecretResponse,
      submit: rotateApplicationSecret,
    }),

    delete: form({
      summary: 'Delete it',
      fields: idField,
      errors: ['not_found'],
      table: ['getEach', 'query', 'put', 'update', 'delete', 'transact'],
      storeCalls: {
        max: 1099,
        reason:
          'the application is read; a deletion revokes 1,000 grants at most, and more if it is ' +
          'repeated',
      },
      audit: 'client_deleted',
      async submit(request, account) {
        const { table, body, now } = request;
        const client = await requireOwnApplication(request, account, body.id);
        const { client_id } = client;
        const outcome = await deleteOwnApplication(table, client_id, now);
        if (outcome === 'deleted')
          return done<PortalNotice>('deleted', { subject: { client_id } });
        const notice = outcome === 'continues' ? 'deleting' : outcome;
        return unchanged<PortalNotice>(notice, toApplication(client));
      },
    }),
  },
});
