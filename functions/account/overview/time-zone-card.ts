import type { AccountContext } from '#functions/account/account-context.ts';
import { settingsTexts } from '#functions/account/settings/settings.texts.ts';
import {
  explainTimeZone,
  renderTimeZoneField,
} from '#functions/account/settings/time-zones.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCard } from '#shared/pages/card.ts';
import { renderButton, renderForm } from '#shared/pages/form.ts';
import { overviewTexts } from './overview.texts.ts';

/** Asks for the time zone. `entered` is what was no time zone. */
export function renderTimeZoneCard(
  { language, form_token }: AccountContext,
  entered: string | undefined,
): Html {
  const labels = overviewTexts[language].timeZone;
  const field = {
    id: 'time_zone',
    label: settingsTexts[language].fields.time_zone,
    hint: labels.hint,
    value: entered,
    problem: entered === undefined ? undefined : explainTimeZone(entered, language),
  };
  const body = html`${renderTimeZoneField(field, language)}${renderButton({ label: labels.save })}`;
  return renderCard({ title: labels.title, body: renderForm({ form_token, body }) });
}
