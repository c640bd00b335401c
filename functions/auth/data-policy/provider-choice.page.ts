import { type Html, html } from '#shared/html/html.ts';
import { renderCheckbox } from '#shared/pages/form.ts';
import type { Language } from '#shared/pages/language.ts';
import { providerChoiceTexts } from './provider-choice.texts.ts';
import type { ProviderChoice } from './provider-choice.ts';

interface ChoiceProps {
  choices: readonly ProviderChoice[];
  application: string;
  /** Follows the text that says what the boxes mean. */
  remark?: string;
  /** Begins the ids of the boxes, if a page has several forms. */
  idPrefix?: string;
}

/** Renders the fields of `ChoiceFields`. `choices` is not empty. */
export function renderChoice(
  { choices, application, remark = '', idPrefix = '' }: ChoiceProps,
  language: Language,
): Html {
  const labels = providerChoiceTexts[language];
  const types = choices.map(({ type }) => type);
  const isMeasured = choices.some((choice) => choice.namesMeasurements);
  const hint = isMeasured ? labels.hint(application) : labels.hintOfWorkouts(application);
  const marker = html`<input type="hidden" name="names_measurements" value="true">\n`;
  const boxes = choices.map(({ type, name, isTicked }) =>
    renderCheckbox({
      id: `${idPrefix}provider-${type}`,
      name: 'provider',
      value: type,
      label: name,
      isChecked: isTicked,
    }),
  );
  return html`<fieldset>
<legend>${labels.legend}</legend>
<p class="muted">${hint} ${remark}</p>
<input type="hidden" name="offered_providers" value="${types.join(' ')}">
${isMeasured && marker}${boxes}</fieldset>
`;
}
