import type { Erasure } from '#functions/auth/identity/erasure.ts';
import { defineExportDocument } from '#shared/contract/export-document.ts';
import { commonMembers } from './common-members.ts';

const { id, state } = commonMembers;

/** What an export shows of an erasure. */
export const erasureDocument = defineExportDocument<Erasure>({
  description: {
    en: 'The deletion of your account, if it was requested or cancelled.',
    de: 'Die Löschung Ihres Kontos, falls sie beantragt oder abgebrochen wurde.',
  },
  members: {
    id,
    state,
    reason: {
      en: 'whether you or the operator requested the deletion',
      de: 'ob Sie oder der Betreiber die Löschung beantragt haben',
    },
    requested_datetime: {
      en: 'when the deletion was requested',
      de: 'wann die Löschung beantragt wurde',
    },
    due_datetime: {
      en: 'when the deletion takes place',
      de: 'wann die Löschung stattfindet',
    },
    started_datetime: {
      en: 'when the deletion began',
      de: 'wann die Löschung begonnen hat',
    },
    language: { en: 'the language of the email', de: 'die Sprache der E-Mail' },
    email: 'internal',
    counts: 'internal',
    collection: 'internal',
    collection_sk: 'internal',
    ttl: 'internal',
  },
});
