import * as z from 'zod/mini';
import { again, defineScreen, done, form } from '#functions/account/screen.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import { accountPages } from '#functions/auth/browser/page-urls.ts';
import { consentGiven } from '#functions/auth/identity/consent-field.ts';
import * as processing from '#functions/auth/identity/processing.store.ts';
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
function finish({ continue: page }: Query, notice: PrivacyNotice) {
  return page ? done(undefined, { page }) : done<PrivacyNotice>(notice);
}

const isMissing = { isConsentMissing: true };

export default defineScreen({
  page: 'privacy',
  section: 'privacy',
  link: { group: 'privacy', position: 40, texts: privacyTexts },
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
        await processing.restrict(table, session.user_id, now);
        return finish(request.query, 'restricted');
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
        return isRestricted ? again(isMissing) : finish(request.query, 'resumed');
      },
    }),

    consent: form({
      ...shared,
      summary: 'Give the consent',
      fields: consentFields,
      responses,
      audit: 'health_consent_given',
      async submit({ table, body, now, ...request }, { session }) {
        if (body.health_consent !== consentGiven) return again(isMissing);
        await processing.giveConsent(table, session.user_id, now);
        return finish(request.query, 'consent_given');
      },
    }),

    withdraw: form({
      ...shared,
      summary: 'Withdraw the consent',
      fields: {},
      audit: 'health_consent_withdrawn',
      async submit({ table, now, ...request }, { session }) {
        await processing.withdrawConsent(table, session.user_id, now);
        return finish(request.query, 'consent_withdrawn');
      },
    }),
  },
});
