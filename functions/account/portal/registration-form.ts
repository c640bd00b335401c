import type { AccountContext } from '#functions/account/account-handler.ts';
import { renderScopeFields } from '#functions/account/scope-fields.ts';
import { scopes } from '#shared/contract/scopes.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderField } from '#shared/pages/form.ts';
import { portalTexts } from './portal.texts.ts';
import {
  maxUriLength,
  type RegistrationProblems,
  type RegistrationValues,
  uriFields,
} from './registration-fields.ts';

/** What the fields contain, and what is wrong with them. */
export interface RegistrationInput {
  values?: RegistrationValues;
  problems?: RegistrationProblems;
}

/** The fields for redirect URIs that a form has at least. */
const minUriFields = 3;

/** Renders the fields with which an application is registered or changed. */
export function renderRegistrationFields(
  { values = {}, problems = {} }: RegistrationInput,
  { language }: Pick<AccountContext, 'language'>,
): Html {
  const labels = portalTexts[language];
  const filled = uriFields.findLastIndex((field) => values[field]) + 1;
  const shownUris = uriFields.slice(0, Math.max(minUriFields, filled + 1));
  const uris = shownUris.map((id, index) =>
    renderField({
      id,
      label: labels.redirectUri(index + 1),
      hint: index === 0 ? labels.redirectUriHint : undefined,
      value: values[id],
      problem: problems[id],
      attributes: {
        autocomplete: 'off',
        maxlength: maxUriLength,
        required: index === 0,
        spellcheck: 'false',
      },
    }),
  );
  return html`${renderField({
    id: 'name',
    label: labels.name,
    hint: labels.nameHint,
    value: values.name,
    problem: problems.name,
    attributes: { autocomplete: 'off', maxlength: 100, required: true },
  })}${renderField({
    id: 'website',
    label: labels.website,
    hint: labels.optional,
    value: values.website,
    problem: problems.website,
    attributes: { autocomplete: 'off', maxlength: 500 },
  })}${renderField({
    id: 'privacy',
    label: labels.privacy,
    hint: labels.optional,
    value: values.privacy,
    problem: problems.privacy,
    attributes: { autocomplete: 'off', maxlength: 500 },
  })}${uris}${renderScopeFields(
    {
      legend: labels.scopes,
      choices: scopes,
      everything: labels.everything,
      fields: values,
      isInvalid: problems.scope !== undefined,
    },
    language,
  )}`;
}

/** Returns what the page says about the problems of a form, or undefined if there is none. */
export function summarizeProblems(
  { problems = {} }: RegistrationInput,
  { language }: Pick<AccountContext, 'language'>,
): string | undefined {
  const { scope, ...others } = problems;
  const labels = portalTexts[language].problems;
  const sentences = [
    Object.keys(others).length > 0 && labels.fields,
    scope ?? false,
  ].filter((sentence) => sentence !== false);
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}
