import type { AccountContext } from '#functions/account/account-context.ts';
import { renderScopeFields } from '#functions/account/scope-fields.ts';
import { scopes } from '#shared/contract/scopes.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderField } from '#shared/pages/form.ts';
import { addressAttributes } from './address-attributes.ts';
import { portalTexts } from './portal.texts.ts';
import {
  logoutUriFields,
  maxUriLength,
  type RegistrationProblems,
  type RegistrationValues,
  type UriField,
  uriFields,
} from './registration-fields.ts';

/** The values of the fields, and their problems. */
export interface RegistrationInput {
  values?: RegistrationValues;
  problems?: RegistrationProblems;
}

/** Fields for several URIs. */
interface UriFieldList {
  ids: readonly UriField[];
  /** The fields that a form has at least. One more than those that are filled is shown. */
  min: number;
  label(number: number): string;
  hint: string;
  isRequired?: boolean;
}

function renderUriFields(
  { ids, min, label, hint, isRequired = false }: UriFieldList,
  { values = {}, problems = {} }: RegistrationInput,
): Html {
  const filled = ids.findLastIndex((id) => values[id]) + 1;
  const fields = ids.slice(0, Math.max(min, filled + 1)).map((id, index) =>
    renderField({
      id,
      label: label(index + 1),
      hint: index === 0 ? hint : undefined,
      value: values[id],
      problem: problems[id],
      attributes: {
        ...addressAttributes,
        maxlength: maxUriLength,
        required: isRequired && index === 0,
      },
    }),
  );
  return html`${fields}`;
}

/** Renders the fields with which an application is registered or changed. */
export function renderRegistrationFields(
  input: RegistrationInput,
  { language }: Pick<AccountContext, 'language'>,
): Html {
  const { values = {}, problems = {} } = input;
  const labels = portalTexts[language];
  const uris: UriFieldList = {
    ids: uriFields,
    min: 3,
    label: labels.redirectUri,
    hint: labels.redirectUriHint,
    isRequired: true,
  };
  const logoutUris: UriFieldList = {
    ids: logoutUriFields,
    min: 1,
    label: labels.logoutUri,
    hint: labels.logoutUriHint,
  };
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
    attributes: { ...addressAttributes, maxlength: 500 },
  })}${renderField({
    id: 'privacy',
    label: labels.privacy,
    hint: labels.optional,
    value: values.privacy,
    problem: problems.privacy,
    attributes: { ...addressAttributes, maxlength: 500 },
  })}${renderUriFields(uris, input)}${renderUriFields(logoutUris, input)}${renderScopeFields(
    {
      legend: labels.scopes,
      choices: scopes,
      everything: labels.everything,
      fields: values,
      problem: problems.scope,
    },
    language,
  )}`;
}

/** Returns what the page says about the problems of a form, or undefined if there is none. */
export function summarizeProblems(
  { problems = {} }: RegistrationInput,
  { language }: Pick<AccountContext, 'language'>,
): string | undefined {
  const isMarked = Object.keys(problems).length > 0;
  return isMarked ? portalTexts[language].problems.fields : undefined;
}
