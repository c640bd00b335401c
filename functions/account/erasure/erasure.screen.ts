import { again, defineScreen, done, form, unchanged } from '#functions/account/screen.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import { cancelErasure } from '#functions/auth/identity/cancel-erasure.ts';
import * as erasures from '#functions/auth/identity/erasure.store.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import { passwordMemory, passwordResponses } from '#functions/auth/sign-in/sign-in.ts';
import {
  describeRefusal,
  verifySignIn,
} from '#functions/auth/sign-in/sign-in-attempt.ts';
import { createMailAttributes } from '#shared/mail/mail.ts';
import { renderDeletionPage } from './deletion.page.ts';
import type { ErasureMail } from './erasure.mail.ts';
import { type ErasureNotice, erasureTexts } from './erasure.texts.ts';

export default defineScreen({
  page: 'deletion',
  section: 'privacy',
  link: { texts: erasureTexts },
  summary: 'Show the page about the deletion of the account',
  storeCalls: { max: 1, reason: 'the erasure is read' },
  memory: passwordMemory,
  load: ({ table }, { session }) => erasures.find(table, session.user_id),
  render: (erasure, account, problem) =>
    renderDeletionPage({ erasure, problem }, account),

  forms: {
    /** Verifies the password, schedules the erasure and signs out the other browsers. */
    delete: form({
      summary: 'Delete the account after a pause of 72 hours',
      fields: {
        /** The current password. */
        current: FormField,
      },
      table: ['query', 'put', 'update', 'delete', 'transact'],
      storeCalls: {
        max: 98,
        reason:
          'the password is verified within rate limits; one transaction ends 100 sessions',
      },
      responses: passwordResponses,
      audit: 'erasure_scheduled',
      async submit(request, { session, profile, sessionToken, locale }) {
        const { table, now, body } = request;
        const { user_id } = session;
        const verified = await verifySignIn(request, {
          email: profile.email,
          password: body.current,
          purpose: 'erasure',
        });
        if (!verified.ok) return again(verified.error, describeRefusal(verified.error));

        const toMailAttributes = (due: Date) =>
          createMailAttributes<ErasureMail>({
            template: 'erasure_scheduled',
            to: verified.value.email,
            language: locale,
            time: due.toISOString(),
          });
        const erasure = { user_id, reason: 'person', language: locale } as const;
        const scheduled = await erasures.schedule(table, erasure, toMailAttributes, now);
        await sessions.endAllOfUser(table, user_id, sessionToken);
        // One that was scheduled before stays as it is.
        return scheduled.requested_datetime === now.toISOString() ? done() : unchanged();
      },
    }),

    keep: form({
      summary: 'Keep the account',
      example: {},
      fields: {},
      table: ['update', 'transact'],
      storeCalls: { max: 98, reason: 'the erasure is read and cancelled' },
      async submit(request, { session, locale }) {
        const erasure = await cancelErasure(request, session.user_id, locale);
        return erasure ? done<ErasureNotice>('deletion_cancelled') : unchanged();
      },
    }),
  },
});
