import type { ServiceIdentity } from '#shared/contract/resources.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCheckbox } from '#shared/pages/form.ts';
import type { Language } from '#shared/pages/language.ts';
import { processingTexts } from './processing.texts.ts';

/** The value of the field `health_consent` if the person has ticked the box. */
export const consentGiven = 'yes';

interface ConsentField {
  language: Language;
  /** Whether the form was sent without the consent. */
  isMissing: boolean;
  /** Whether the person has ticked the box of a form that was refused. */
  isGiven?: boolean;
  /** The operator's texts about the service. */
  service: ServiceIdentity;
}

/** Renders the box with which a person consents to the processing of health data. */
export function renderConsentField({
  language,
  isMissing,
  isGiven = false,
  service,
}: ConsentField): Html {
  const labels = processingTexts[language];
  const box = renderCheckbox({
    id: 'health_consent',
    label: labels.consent,
    value: consentGiven,
    isChecked: isGiven,
    isRequired: true,
    isInvalid: isMissing,
    describedBy: 'consent-hint',
  });
  const links = renderOperatorLinks(service, language);
  return html`${box}<p class="muted" id="consent-hint">${labels.consentHint}${links}</p>
`;
}

/** Renders where a person reads who processes the data and how, as far as the operator says it. */
export function renderOperatorLinks(
  { privacy_url, contact_url }: ServiceIdentity,
  language: Language,
): Html {
  const labels = processingTexts[language];
  const links = [
    { label: labels.privacyNotice, url: privacy_url },
    { label: labels.contact, url: contact_url },
  ];
  const shown = links.map(
    ({ label, url }) =>
      url !== undefined && html` <a class="link" href="${url}">${label}</a>.`,
  );
  return html`${shown.filter((link) => link !== false)}`;
}
