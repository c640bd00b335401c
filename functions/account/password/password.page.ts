import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import type { NewPasswordProblem } from '#functions/auth/identity/new-user.ts';
import { describeProblem } from '#functions/auth/sign-in/sign-in.page.ts';
import { signInTexts } from '#functions/auth/sign-in/sign-in.texts.ts';
import type { SignInProblem } from '#functions/auth/sign-in/sign-in-attempt.ts';
import { type Html, html } from '#shared/html/html.ts';
import {
  renderButton,
  renderCheckbox,
  renderField,
  renderForm,
} from '#shared/pages/form.ts';
import { passwordTexts } from './password.texts.ts';

/**
 * Why a password was not changed: the current password is wrong, there were too many attempts, or
 * the new password is rejected.
 */
type PasswordProblem = SignInProblem | NewPasswordProblem;

/** A form that has changed nothing. */
export interface FailedForm {
  /** Why an attempt failed. */
  problems: readonly PasswordProblem[];
  /** Whether the person has chosen to revoke the access of applications, too. */
  endsGrants: boolean;
}

/** Renders the page to change the password. Its form posts to the page itself. */
export function renderPasswordPage(
  _: undefined,
  account: AccountContext,
  { problems, endsGrants }: FailedForm = { problems: [], endsGrants: false },
): string {
  const { language, form_token, profile } = account;
  const labels = passwordTexts[language];
  const describe = (problem: PasswordProblem) =>
    describeProblem(problem, labels.problems, language);
  const describeFirst = (...kinds: readonly PasswordProblem[]) => {
    const found = problems.find((problem) => kinds.includes(problem));
    return found && describe(found);
  };
  return renderAccountPage(account, {
    title: labels.title,
    lead: labels.lead,
    problem: problems.length > 0 ? problems.map(describe).join(' ') : undefined,
    body: renderForm({
      form_token,
      body: html`${renderEmail(profile.email, signInTexts[language].email)}${renderField({
        id: 'current',
        label: labels.current,
        type: 'password',
        problem: describeFirst('wrong'),
        attributes: { autocomplete: 'current-password', required: true },
      })}${renderField({
        id: 'next',
        label: labels.next,
        hint: labels.hint,
        type: 'password',
        problem: describeFirst('invalid', 'common'),
        attributes: { autocomplete: 'new-password', minlength: 8, required: true },
      })}${renderField({
        id: 'repeated',
        label: labels.confirm,
        type: 'password',
        problem: describeFirst('mismatch'),
        attributes: { autocomplete: 'new-password', required: true },
      })}${renderCheckbox({
        id: 'end_grants',
        label: labels.revokeApplications,
        isChecked: endsGrants,
      })}${renderButton({ label: labels.submit })}`,
    }),
  });
}

/** Renders the email, which password managers read and the form does not send. */
function renderEmail(email: string, label: string): Html {
  return renderField({
    id: 'email',
    label,
    type: 'email',
    value: email,
    attributes: { name: undefined, autocomplete: 'username', readonly: true },
  });
}
