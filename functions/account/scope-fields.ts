import { FormField } from '#functions/auth/browser/form.ts';
import { consentTexts } from '#functions/auth/consent/consent.texts.ts';
import {
  fullScope,
  normalizeScope,
  type Scope,
  scopes,
} from '#shared/contract/scopes.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCheckbox } from '#shared/pages/form.ts';
import type { Language } from '#shared/pages/language.ts';

/** A box for each scope. A box that is not ticked is empty. */
export const ScopeFields = Object.fromEntries(
  scopes.map((scope) => [scope, FormField]),
) as Record<Scope, typeof FormField>;

/** The boxes as they are sent. */
export type TickedScopes = Readonly<Partial<Record<Scope, string>>>;

/** Returns the ticked scopes, separated by spaces. It is empty if none is ticked. */
export function readScopeFields(fields: TickedScopes): string {
  return normalizeScope(scopes.filter((scope) => fields[scope]).join(' '));
}

interface ScopeFieldset {
  legend: string;
  /** The text of the scope of full access, whose box comes last. */
  everything: string;
  fields: TickedScopes;
  isInvalid: boolean;
}

/** Renders the boxes, with the texts of the page on which people allow access. */
export function renderScopeFields(
  { legend, everything, fields, isInvalid }: ScopeFieldset,
  language: Language,
): Html {
  const texts = consentTexts[language].granted;
  const boxes = scopes.map((scope) =>
    renderCheckbox({
      id: scope,
      label: scope === fullScope ? everything : texts[scope],
      isChecked: Boolean(fields[scope]),
      isInvalid,
    }),
  );
  const [full, ...others] = boxes;
  return html`<fieldset>
<legend>${legend}</legend>
${others}${full}</fieldset>
`;
}
