import { consentTexts } from '#functions/auth/consent/consent.texts.ts';
import {
  coversScope,
  fullScope,
  identityScopes,
  normalizeScope,
  type Scope,
  scopes,
} from '#shared/contract/scopes.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCheckbox, renderFieldProblem } from '#shared/pages/form.ts';
import type { Language } from '#shared/pages/language.ts';

/** The boxes as they are sent. One that is not ticked is empty. */
export type TickedScopes = Readonly<Partial<Record<Scope, string>>>;

/**
 * Returns the ticked scopes, separated by spaces, with `openid` if others of a sign-in need it.
 * Full access needs none of its parts, but measurements are none. It is empty if none is ticked.
 */
export function readScopeFields(fields: TickedScopes): string {
  const isIncluded = (scope: Scope) =>
    Boolean(fields[fullScope]) && scope !== fullScope && coversScope(fullScope, scope);
  const ticked = scopes.filter((scope) => fields[scope] && !isIncluded(scope));
  const needsOpenid = identityScopes.some((scope) => ticked.includes(scope));
  return normalizeScope([...ticked, needsOpenid ? 'openid' : ''].join(' '));
}

interface ScopeFieldset {
  legend: string;
  /** The scopes to choose from, that of full access first. */
  choices: readonly Scope[];
  /** The text of the scope of full access, whose box comes last. */
  everything: string;
  fields: TickedScopes;
  /** The problem of the boxes. */
  problem: string | undefined;
}

const problemId = 'scope-problem';

/** Renders the boxes, with the texts of the page on which people allow access. */
export function renderScopeFields(
  { legend, choices, everything, fields, problem }: ScopeFieldset,
  language: Language,
): Html {
  const texts = consentTexts[language].granted;
  const boxes = choices.map((scope) =>
    renderCheckbox({
      id: scope,
      label: scope === fullScope ? everything : texts[scope],
      isChecked: Boolean(fields[scope]),
      problemId: problem === undefined ? undefined : problemId,
    }),
  );
  const [full, ...others] = boxes;
  return html`<fieldset>
<legend>${legend}</legend>
${others}${full}${renderFieldProblem(problemId, problem)}</fieldset>
`;
}
