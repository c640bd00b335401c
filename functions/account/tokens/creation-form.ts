import type { AccountContext } from '#functions/account/account-context.ts';
import { renderScopeFields } from '#functions/account/scope-fields.ts';
import type {
  CreatedToken,
  CreationProblem,
} from '#functions/auth/personal-token/personal-token.store.ts';
import type { SignInProblem } from '#functions/auth/sign-in/sign-in-attempt.ts';
import { dataScopes } from '#shared/contract/scopes.ts';
import { type Html, html } from '#shared/html/html.ts';
import {
  renderButton,
  renderField,
  renderForm,
  renderSelect,
} from '#shared/pages/form.ts';
import {
  lifetimeChoices,
  type TokenAction,
  type TokenField,
  type TokenFields,
  untilDate,
} from './token-form.ts';
import { type TokensTexts, tokensTexts } from './tokens.texts.ts';

/** Why a token was not created. */
export type TokenProblem = SignInProblem | TokenField | CreationProblem;

/** The outcome of the form for a new token. */
export interface TokenFormResult {
  created?: CreatedToken;
  problems?: readonly TokenProblem[];
  /** The fields of a form that failed. */
  fields?: TokenFields;
}

/** Renders the form for a new token. It posts to the page itself. */
export function renderCreationForm(
  result: TokenFormResult & { key: string },
  account: AccountContext,
): Html {
  const { problems = [], fields, key } = result;
  const labels = tokensTexts[account.language];
  const findProblem = (problem: keyof TokensTexts['problems']) =>
    problems.includes(problem) ? labels.problems[problem] : undefined;
  const lifetimes = [...lifetimeChoices, untilDate] as const;
  return renderForm({
    form_token: account.form_token,
    hidden: { key },
    hasProblems: problems.length > 0,
    body: html`${renderField({
      id: 'name',
      label: labels.name,
      hint: labels.nameHint,
      value: fields?.name,
      problem: findProblem('name'),
      attributes: { autocomplete: 'off', maxlength: 50, required: true },
    })}${renderScopeFields(
      {
        legend: labels.permissions,
        choices: dataScopes,
        everything: labels.everything,
        fields: fields ?? {},
        problem: findProblem('scope'),
      },
      account.language,
    )}${renderSelect({
      id: 'lifetime',
      label: labels.lifetime,
      value: fields?.lifetime ?? '90',
      problem: findProblem('lifetime'),
      options: lifetimes.map((value) => ({ value, label: labels.lifetimes[value] })),
    })}${renderField({
      id: 'date',
      label: labels.date,
      hint: labels.dateHint,
      type: 'date',
      value: fields?.date,
      problem: findProblem('date'),
    })}${renderField({
      id: 'current',
      label: labels.current,
      type: 'password',
      problem: findProblem('wrong'),
      attributes: { autocomplete: 'current-password', required: true },
    })}${renderButton({
      label: labels.create,
      name: 'action',
      value: 'create' satisfies TokenAction,
    })}`,
  });
}
