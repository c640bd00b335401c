import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import {
  distanceUnits,
  energyUnits,
  firstWeekdays,
  weightUnits,
} from '#functions/auth/identity/user-settings.ts';
import { type Html, html } from '#shared/html/html.ts';
import {
  renderButton,
  renderField,
  renderForm,
  renderSelect,
} from '#shared/pages/form.ts';
import { type Language, locales } from '#shared/pages/language.ts';
import { type SettingsTexts, settingsTexts } from './settings.texts.ts';
import {
  type SettingsField,
  type SettingsFields,
  toSettingsFields,
} from './settings-form.ts';
import { explainTimeZone, renderTimeZoneField } from './time-zones.ts';

/** A form that was not saved. */
interface InvalidForm {
  fields: SettingsFields;
  /** The fields because of which nothing was saved. */
  invalid: readonly SettingsField[];
}

/** The page, and what its fields share. */
interface SettingsPageView extends InvalidForm {
  labels: SettingsTexts;
}

/** Renders the name and the settings of the user. The form posts to the page itself. */
export function renderSettingsPage(
  _: undefined,
  account: AccountContext,
  form: InvalidForm = { fields: toSettingsFields(account.profile), invalid: [] },
): string {
  const { language, form_token } = account;
  const { fields, invalid } = form;
  const labels = settingsTexts[language];
  const view = { fields, invalid, labels };
  const body = html`${renderName(view)}<h2>${labels.languageAndTime}</h2>
${renderLocale(view)}${renderTimeZone(view, language)}${renderList(
  'first_weekday',
  firstWeekdays,
  view,
)}
<h2>${labels.units}</h2>
${renderList('distance_unit', distanceUnits, view)}
${renderList('energy_unit', energyUnits, view)}
${renderList('weight_unit', weightUnits, view)}
${renderButton({ label: labels.save })}`;
  return renderAccountPage(account, {
    title: labels.title,
    lead: labels.intro,
    notices: labels.notices,
    problem: invalid.length > 0 ? labels.problem : undefined,
    body: renderForm({ form_token, body }),
  });
}

/** Returns the members that every field has: its name, texts, value and problem. */
function describeField(
  name: SettingsField,
  { fields, invalid, labels }: SettingsPageView,
) {
  const hints: Partial<Record<SettingsField, string>> = labels.hints;
  return {
    id: name,
    label: labels.fields[name],
    hint: hints[name],
    value: fields[name],
    problem: invalid.includes(name) ? labels.problems[name] : undefined,
  };
}

function renderName(view: SettingsPageView): Html {
  const attributes = { autocomplete: 'name', maxlength: 50, required: true };
  return renderField({ ...describeField('display_name', view), attributes });
}

/** Renders a field with a few values, of which each has a text. */
function renderList(
  name: SettingsField,
  values: readonly (keyof SettingsTexts['values'])[],
  view: SettingsPageView,
): Html {
  const { labels } = view;
  const options = values.map((value) => ({ value, label: labels.values[value] }));
  return renderSelect({ ...describeField(name, view), options });
}

function renderLocale(view: SettingsPageView): Html {
  const options = locales.map((locale) => ({
    value: locale,
    label: getLocaleName(locale),
  }));
  const none = { value: '', label: view.labels.browserLocale };
  return renderSelect({
    ...describeField('locale', view),
    options: [none, ...options],
  });
}

/** Returns the name of a locale in its own language, as in `Deutsch (Österreich)`. */
function getLocaleName(locale: string): string {
  const options = { type: 'language', languageDisplay: 'standard' } as const;
  return new Intl.DisplayNames(locale, options).of(locale) ?? locale;
}

function renderTimeZone(view: SettingsPageView, language: Language): Html {
  const field = describeField('time_zone', view);
  const problem = field.problem && explainTimeZone(field.value, language);
  return renderTimeZoneField({ ...field, problem }, language);
}
