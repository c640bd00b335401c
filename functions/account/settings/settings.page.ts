import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-handler.ts';
import {
  distanceUnits,
  energyUnits,
  firstWeekdays,
  weightUnits,
} from '#functions/auth/identity/user-settings.ts';
import { type Html, html } from '#shared/html/html.ts';
import { locales } from '#shared/pages/language.ts';
import { settingsTexts } from './settings.texts.ts';
import type { SettingsField, SettingsFields } from './settings-form.ts';
import { getCityName, listTimeZones } from './time-zones.ts';

interface SettingsPageProps {
  /** What the fields of the form contain. */
  fields: SettingsFields;
  /** The fields because of which nothing was saved. */
  invalid?: readonly SettingsField[];
}

/** The page, and what its fields share. */
interface SettingsPageView extends Required<SettingsPageProps> {
  labels: (typeof settingsTexts)['en'];
}

/** Renders the name and the settings of the user. The form posts to the page itself. */
export function renderSettingsPage(
  account: AccountContext,
  { fields, invalid = [] }: SettingsPageProps,
): string {
  const labels = settingsTexts[account.language];
  const view = { fields, invalid, labels };
  return renderAccountPage(account, {
    title: labels.title,
    notices: labels.notices,
    problem: invalid.length > 0 ? labels.problem : undefined,
    body: html`<p>${labels.intro}</p>
<form method="post" novalidate>
<input type="hidden" name="form_token" value="${account.form_token}">
${renderName(view)}${renderLocale(view)}${renderTimeZone(view)}${renderUnits(view)}
<button>${labels.save}</button>
</form>`,
  });
}

interface Field {
  name: SettingsField;
  label: string;
  hint?: string;
}

/** Renders the label of a field, its hint and its problem, and what `renderControl` renders. */
function renderField(
  { name, label, hint }: Field,
  { invalid, labels }: SettingsPageView,
  renderControl: (attributes: Html) => Html,
): Html {
  const isInvalid = invalid.includes(name);
  const ids = [hint && `${name}-hint`, isInvalid && `${name}-problem`].filter(Boolean);
  const description = ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`;
  const attributes = html`id="${name}" name="${name}"${description}${
    isInvalid && html` aria-invalid="true"`
  }`;
  const problem = html`<p class="error" id="${name}-problem">${labels.problems[name]}</p>\n`;
  return html`<label for="${name}">${label}</label>
${hint && html`<p class="muted" id="${name}-hint">${hint}</p>\n`}${isInvalid && problem}${renderControl(attributes)}
`;
}

function renderName(view: SettingsPageView): Html {
  const { fields, labels } = view;
  const field = {
    name: 'display_name',
    label: labels.name,
    hint: labels.nameHint,
  } as const;
  return renderField(
    field,
    view,
    (attributes) => html`<input ${attributes} autocomplete="name" maxlength="50"
value="${fields.display_name}" required>`,
  );
}

interface Option {
  value: string;
  text: string;
}

function renderOption({ value, text }: Option, chosen: string): Html {
  const selected = value === chosen && html` selected`;
  return html`<option value="${value}"${selected}>${text}</option>\n`;
}

/** Renders a list from which the person chooses one value. */
function renderSelect(
  field: Field,
  options: readonly Option[],
  view: SettingsPageView,
): Html {
  const chosen = view.fields[field.name];
  return renderField(
    field,
    view,
    (attributes) => html`<select ${attributes}>
${options.map((option) => renderOption(option, chosen))}</select>`,
  );
}

function renderLocale(view: SettingsPageView): Html {
  const { labels } = view;
  const options = locales.map((locale) => ({
    value: locale,
    text: getLocaleName(locale),
  }));
  return renderSelect(
    { name: 'locale', label: labels.locale, hint: labels.localeHint },
    [{ value: '', text: labels.browserLocale }, ...options],
    view,
  );
}

/** Returns the name of a locale in its own language, as in `Deutsch (Österreich)`. */
function getLocaleName(locale: string): string {
  const options = { type: 'language', languageDisplay: 'standard' } as const;
  return new Intl.DisplayNames(locale, options).of(locale) ?? locale;
}

function renderTimeZone(view: SettingsPageView): Html {
  const { fields, labels } = view;
  const areaNames: Readonly<Record<string, string>> = labels.areas;
  const groups = listTimeZones(fields.time_zone).map(({ area, names }) => {
    const options = names.map((name) => ({ value: name, text: getCityName(name) }));
    return html`<optgroup label="${areaNames[area] ?? area}">
${options.map((option) => renderOption(option, fields.time_zone))}</optgroup>
`;
  });
  return renderField(
    { name: 'time_zone', label: labels.timeZone, hint: labels.timeZoneHint },
    view,
    (attributes) => html`<select ${attributes}>
${renderOption({ value: '', text: labels.noTimeZone }, fields.time_zone)}${groups}</select>`,
  );
}

function renderUnits(view: SettingsPageView): Html {
  const { labels } = view;
  const lists = [
    { name: 'distance_unit', values: distanceUnits },
    { name: 'weight_unit', values: weightUnits, hint: labels.weightHint },
    { name: 'energy_unit', values: energyUnits },
    { name: 'first_weekday', values: firstWeekdays },
  ] as const;
  const selects = lists.map(({ name, values, ...hint }) => {
    const options = values.map((value) => ({ value, text: labels[value] }));
    return renderSelect({ name, label: labels[name], ...hint }, options, view);
  });
  return html`${selects}`;
}
