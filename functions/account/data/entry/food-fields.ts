import { lengths } from '#functions/diary/entry/quantities.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderField, renderSelect } from '#shared/pages/form.ts';
import { getMealName, usualMeals } from '../meal.texts.ts';
import type { EntryPageView } from './entry.page.ts';
import { renderAmount, toControl } from './form-field.ts';

const contentFields = ['energy', 'protein', 'carbohydrates', 'fat'] as const;

/** Renders the fields of a food: when it was eaten, what it is, and what it contains. */
export function renderFoodFields(view: EntryPageView): Html {
  const { fields, meals, account, labels } = view;
  const names = [...new Set([...usualMeals, ...meals, fields.meal ?? ''])];
  const options = names.filter(Boolean).map((value) => {
    const label = getMealName(value, account.language);
    return { value, label };
  });
  const attributes = { autocomplete: 'off', maxlength: lengths.name };
  return html`<div class="row">
${renderField({
  ...toControl('date', view),
  type: 'date',
  attributes: { required: true },
})}${renderSelect({ ...toControl('meal', view), options })}</div>
${renderField({
  ...toControl('other_meal', view),
  hint: labels.otherMealHint,
  attributes: { autocomplete: 'off', maxlength: lengths.meal },
})}${renderField({
  ...toControl('name', view),
  hint: labels.nameHint,
  attributes,
})}${renderField({ ...toControl('brand', view), attributes })}${renderAmount(
  'servings',
  view,
  { isRequired: true },
)}<fieldset>
<legend>${labels.perServing}</legend>
<div class="row">
${contentFields.map((name) => renderAmount(name, view))}</div>
</fieldset>
`;
}
