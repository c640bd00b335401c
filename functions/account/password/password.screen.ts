import type { AccountNotice } from '#functions/account/overview/overview.texts.ts';
import { again, defineScreen, done, form } from '#functions/account/screen.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import { listPasswordProblems } from '#functions/auth/identity/new-user.ts';
import { passwordMemory, passwordResponses } from '#functions/auth/sign-in/sign-in.ts';
import { describeRefusal } from '#functions/auth/sign-in/sign-in-attempt.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { changePassword } from './change-password.ts';
import { type FailedForm, renderPasswordPage } from './password.page.ts';
import { passwordTexts } from './password.texts.ts';

export default defineScreen({
  page: 'password',
  section: 'security',
  link: { texts: passwordTexts },
  summary: 'Show the password page',
  memory: passwordMemory,
  render: renderPasswordPage,

  forms: {
    change: form({
      summary: 'Change the password',
      example: {
        fields: { current: 'x', next: 'a new password', repeated: 'another' },
        status: 400,
      },
      fields: {
        /** The current password. */
        current: FormField,
        /** The new password. */
        next: FormField,
        /** The new password again. */
        repeated: FormField,
        /** Not empty if the access of all applications is to be revoked. */
        end_grants: FormField,
      },
      table: ['query', 'put', 'update', 'delete', 'transact'],
      storeCalls: {
        max: 98,
        reason:
          'the password is verified within rate limits; one transaction ends 100 sessions, ' +
          'forgets 100 devices or revokes 100 grants',
      },
      responses: {
        400: { description: 'The same page: the new password is invalid.', body: 'html' },
        ...passwordResponses,
      },
      async submit(request, { session, profile, pages, locale }) {
        const { next, repeated, end_grants } = request.body;
        const endsGrants = end_grants !== '';
        const problems = listPasswordProblems(next, repeated);
        if (problems.length > 0) return again<FailedForm>({ problems, endsGrants });

        const { email } = profile;
        const staysSignedIn = session.stays_signed_in ?? false;
        const changed = await changePassword(request, { email, locale, staysSignedIn });
        if (!changed.ok) {
          const problem = changed.error;
          return again<FailedForm>(
            { problems: [problem], endsGrants },
            describeRefusal(problem),
          );
        }
        if (!changed.value) return redirect(pages.signIn({ continue: 'account' }));
        const { cookies } = changed.value;
        return done<AccountNotice>('password_changed', { page: 'account', cookies });
      },
    }),
  },
});
