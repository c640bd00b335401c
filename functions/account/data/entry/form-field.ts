import type { Html } from '#shared/html/html.ts';
import { renderField } from '#shared/pages/form.ts';
import type { EntryPageView } from './entry.page.ts';
import type { EntryField } from './entry-form.ts';

/** Returns the label of a field with the person's unit, if it has one. */
export function getFieldLabel(
  name: EntryField,
  { labels, context: { units } }: Pick<EntryPageView, 'labels' | 'context'>,
): string {
  if (name === 'energy') return labels.fields.energy(units.energy.symbol);
  if (name === 'distance') return labels.fields.distance(units.distance.symbol);
  return labels.fields[name];
}

/** What all kinds of controls of a field have. */
export function toControl(name: EntryField, view: EntryPageView) {
  const { fields, problems } = view;
  return {
    id: name,
    label: getFieldLabel(name, view),
    value: fields[name],
    problem: problems[name],
  };
}

/** Renders a field for a number, for which phones show digits. */
export function renderAmount(
  name: EntryField,
  view: EntryPageView,
  { hint, isRequired = false }: { hint?: string; isRequired?: boolean } = {},
): Html {
  const attributes = {
    inputmode: 'decimal',
    autocomplete: 'off',
    maxlength: 24,
    required: isRequired,
  };
  return renderField({ ...toControl(name, view), hint, attributes });
}
