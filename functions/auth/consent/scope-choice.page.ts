import { type Html, html } from '#shared/html/html.ts';
import { renderCheckbox } from '#shared/pages/form.ts';
import type { ConsentTexts } from './consent.texts.ts';
import type { WriteScope } from './scope-choice.ts';

/** Renders the fields of `scopeFields`: a box for each scope that the person can leave out. */
export function renderScopeChoice(
  names: readonly WriteScope[],
  application: string,
  { optional }: ConsentTexts,
): Html {
  if (names.length === 0) return html``;
  const boxes = names.map((name) =>
    renderCheckbox({
      id: `scope-${name.replace('.', '-')}`,
      name: 'scope',
      value: name,
      label: optional.labels[name],
      isChecked: true,
    }),
  );
  return html`<fieldset>
<legend>${optional.legend(application)}</legend>
<p class="muted">${optional.hint}</p>
<input type="hidden" name="offered_scopes" value="${names.join(' ')}">
${boxes}</fieldset>
`;
}
