import type { ExportLanguage } from '#shared/contract/export-document.ts';
import type { Omission } from '#shared/table/item-kinds.ts';

const omissions: Readonly<Record<Omission, string>> = {
  secret:
    'Your password, the tokens of applications and providers, and the cookies of your browsers. ' +
    'They are stored only as digests or encrypted. They would be of no use to you, but people ' +
    'who find this file could misuse them.',
  internal:
    'Counters and notes with which the service coordinates its work, such as jobs that import ' +
    'workouts. They include digests of requests, by which the service recognizes a repeated ' +
    'request and stores nothing twice.',
  copy: 'Copies that the service keeps as an index. The data itself is in this archive.',
  expires:
    'Requests to sign in or to connect an account, and counts of attempts. They are deleted ' +
    'within minutes to days.',
  not_personal: 'What belongs to no person, such as applications and models of devices.',
};

/** The texts of the README in English. */
export const readmeEn = {
  /** The language tag (BCP 47). */
  tag: 'en' as ExportLanguage,
  title: 'Your data at the fitness data service',
  created: (time: string) => `This export was started at ${time} (UTC).`,
  intro:
    'This archive has everything that the service stores about you, except what is listed at ' +
    'the end. Changes made while it was being written can be missing.',
  formats:
    'Each .json file is one JSON array in UTF-8, with an object on each line. Times are in UTC ' +
    'unless they have an offset. A field that is unknown is missing or null. If this export has ' +
    'several archives, a file such as diary-2.json in the second one continues diary.json.',
  csvTitle: 'diary.csv',
  csv:
    'The diary as a table for spreadsheets, without hidden duplicates: comma-separated, ' +
    'in UTF-8. Nutrients and the energy of food are those of one serving. An apostrophe stands ' +
    'before a text that a spreadsheet could run as a formula.',
  omittedTitle: 'What is not in this archive, and why',
  omissions,
};

export type ReadmeTexts = typeof readmeEn;
