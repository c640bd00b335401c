import * as z from 'zod/mini';
import { again, defineScreen, done, form, unchanged } from '#functions/account/screen.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import { accountPages } from '#functions/auth/browser/page-urls.ts';
import { consentGiven } from '#functions/auth/identity/consent-field.ts';
import * as processing from '#functions/auth/identity/processing.store.ts';
import { hasHealthConsent } from '#functions/auth/identity/processing.ts';
import { type PrivacyNotice, renderPrivacyPage } from './privacy.page.ts';
import { privacyTexts } from './privacy.texts.ts';

const query = {
  /** The page to which a person continues who is asked for the consent after a sign-in. */
  continue: z.optional(z.enum(accountPages)),
};
type Query = z.output<z.ZodMiniObject<typeof query>>;

/** What all forms have. */
const shared = {
  query,
  table: ['update'],
  storeCalls: { max: 2, reason: 'the profile is written, and read if that fails' },
} as const;

const consentFields = {
  /** `yes` if the person consents to the processing of health data. */
  health_consent: FormField,
};

const responses = {
  400: { description: 'The same page: the consent is missing.', body: 'html' },
} as const;

/** Ends a form on the page to which the person continues, or on its own page with a notice. */
function finish({ continue: page }: Query, isChanged: boolean, notice: PrivacyNotice) {
  const end = isChanged ? done : unchanged;
  return page ? end(undefined, { page }) : end<PrivacyNotice>(notice);
}

const isMissing = { isConsentMissing: true };

export default defineScreen({
  page: 'privacy',
  section: 'privacy',
  link: { texts: privacyTexts },
  summary: 'Show the page about privacy',
  query,
  load: async (request) => request.query,
  render: (shown, account, problem) => renderPrivacyPage(account, shown, problem),

  forms: {
    restrict: form({
      ...shared,
      summary: 'Pause the processing',
      example: {},
      fields: {},
      audit: 'processing_restricted',
      async submit({ table, now, ...request }, { session }) {
        const isChanged = await processing.restrict(table, session.user_id, now);
        return finish(request.query, isChanged, 'restricted');
      },
    }),

    resume: form({
      ...shared,
      summary: 'Resume the processing',
      fields: consentFields,
      responses,
      audit: 'processing_resumed',
      async submit({ table, body, now, ...request }, { session: { user_id } }) {
        const givesConsent = body.health_consent === consentGiven;
        const isResumed = await processing.resume(table, user_id, { givesConsent, now });
        // A form that is sent twice has resumed it before.
        const isRestricted =
          !isResumed && (await processing.isRestricted(table, user_id));
        if (isRestricted) return again(isMissing);
        return finish(request.query, isResumed, 'resumed');
      },
    }),

    consent: form({
      ...shared,
      summary: 'Give the consent',
      fields: consentFields,
      responses,
      audit: 'health_consent_given',
      async submit({ table, body, now, ...request }, { session, profile }) {
        if (body.health_consent !== consentGiven) return again(isMissing);
        // A consent that is given twice keeps its first time.
        const isChanged = !hasHealthConsent(profile);
        if (isChanged) await processing.giveConsent(table, session.user_id, now);
        return finish(request.query, isChanged, 'consent_given');
      },
    }),

    withdraw: form({
      ...shared,
      summary: 'Withdraw the consent',
      fields: {},
      audit: 'health_consent_withdrawn',
      async submit({ table, now, ...request }, { session }) {
        const isChanged = await processing.withdrawConsent(table, session.user_id, now);
        return finish(request.query, isChanged, 'consent_withdrawn');
      },
    }),
  },
});
