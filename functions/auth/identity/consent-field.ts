import { type Html, html } from '#shared/html/html.ts';
import { renderCheckbox } from '#shared/pages/form.ts';
import type { Language } from '#shared/pages/language.ts';
import { processingTexts } from './processing.texts.ts';

/** The value of the field `health_consent` if the person has ticked the box. */
export const consentGiven = 'yes';

/** Renders the box with which a person consents to the processing of health data. */
export function renderConsentField(language: Language, isMissing: boolean): Html {
  const labels = processingTexts[language];
  const box = renderCheckbox({
    id: 'health_consent',
    label: labels.consent,
    value: consentGiven,
    isRequired: true,
    isInvalid: isMissing,
    describedBy: 'consent-hint',
  });
  return html`${box}<p class="muted" id="consent-hint">${labels.consentHint}</p>
`;
}
