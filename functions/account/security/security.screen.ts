import * as blockedAddresses from '#functions/account/mail-delivery/blocked-address.store.ts';
import { again, defineScreen, done, form, unchanged } from '#functions/account/screen.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import * as trustedDevices from '#functions/auth/session/trusted-device.store.ts';
import { passwordMemory, passwordResponses } from '#functions/auth/sign-in/sign-in.ts';
import { describeRefusal } from '#functions/auth/sign-in/sign-in-attempt.ts';
import { requestEmailChange } from './request-email-change.ts';
import { renderSecurityPage, type SecurityNotice } from './security.page.ts';
import { securityTexts } from './security.texts.ts';

/** The id of the session or of the trusted device. */
const idField = { id: FormField };

/** What the forms have that end sessions or forget trusted devices. */
const removal = {
  table: ['query', 'update', 'delete', 'transact'],
  storeCalls: {
    max: 98,
    reason: 'one transaction ends 100 sessions or forgets 100 devices',
  },
} as const;

/** Ends a form. Its audit event has the name of the form, if something was changed. */
function finish(isChanged: boolean, notice: SecurityNotice, code: string) {
  const end = isChanged ? done : unchanged;
  return end<SecurityNotice>(notice, { subject: { code } });
}

export default defineScreen({
  page: 'security',
  section: 'security',
  link: { texts: securityTexts },
  summary: 'Show the page about sign-in and security',
  table: ['query'],
  storeCalls: {
    max: 5,
    reason: 'the email, its block, the sessions and the devices are read',
  },
  settings: ['mailFrom'],
  memory: passwordMemory,
  async load({ table, now, settings }, { session: { user_id } }) {
    const loadAddress = async () => {
      const email = (await identities.findEmail(table, user_id)) ?? '';
      return { email, block: await blockedAddresses.find(table, email, now) };
    };
    const [address, userSessions, devices] = await Promise.all([
      loadAddress(),
      sessions.listActive(table, user_id, now),
      trustedDevices.listTrusted(table, user_id, now),
    ]);
    return {
      ...address,
      sessions: userSessions,
      trustedDevices: devices,
      canChangeEmail: settings.mailFrom !== undefined,
    };
  },
  render: (data, account, shown) => renderSecurityPage({ ...data, ...shown }, account),

  forms: {
    change_email: form({
      summary: 'Change the email',
      fields: {
        /** The new email. */
        email: FormField,
        /** The current password. */
        current: FormField,
      },
      errors: ['recovery_unavailable'],
      table: ['put', 'update', 'transact'],
      storeCalls: {
        max: 98,
        reason: 'the password is verified and the mail is sent within rate limits',
      },
      settings: ['mailFrom'],
      responses: {
        400: {
          description:
            'The same page: the new email is not an email address, or is the current one.',
          body: 'html',
        },
        ...passwordResponses,
      },
      async submit(request, account) {
        const { settings, body, fail } = request;
        if (settings.mailFrom === undefined) throw fail('recovery_unavailable');

        const requested = await requestEmailChange(request, account);
        if (requested.ok) return done<SecurityNotice>('link_sent');
        const problem = requested.error;
        const shown = { problem, newEmail: body.email };
        return problem === 'invalid'
          ? again(shown)
          : again(shown, describeRefusal(problem));
      },
    }),

    end_session: form({
      ...removal,
      summary: 'Sign out a browser',
      fields: idField,
      audit: 'session_ended',
      async submit({ table, body }, { session }) {
        const isEnded = await sessions.endById(table, session.user_id, body.id);
        return finish(isEnded, 'session_ended', 'end_session');
      },
    }),

    end_others: form({
      ...removal,
      summary: 'Sign out all other browsers',
      example: {},
      fields: {},
      audit: 'session_ended',
      async submit({ table }, { session, sessionToken }) {
        const { user_id } = session;
        const areEnded = await sessions.endAllOfUser(table, user_id, sessionToken);
        return finish(areEnded, 'other_sessions_ended', 'end_others');
      },
    }),

    forget_device: form({
      ...removal,
      summary: 'Forget a browser',
      fields: idField,
      audit: 'trusted_device_removed',
      async submit({ table, body }, { session }) {
        const { user_id } = session;
        const isForgotten = await trustedDevices.deleteTrusted(table, user_id, body.id);
        return finish(isForgotten, 'browser_forgotten', 'forget_device');
      },
    }),

    forget_devices: form({
      ...removal,
      summary: 'Forget all browsers',
      fields: {},
      audit: 'trusted_device_removed',
      async submit({ table }, { session }) {
        const areForgotten = await trustedDevices.deleteAllOfUser(table, session.user_id);
        return finish(areForgotten, 'all_browsers_forgotten', 'forget_devices');
      },
    }),
  },
});
