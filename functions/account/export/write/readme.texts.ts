import type { Omission } from '../../item-kinds.ts';
import { exportTexts } from '../export.texts.ts';
import de from './readme.texts.de.ts';

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
    'Requests to sign in or to connect an account, counts of attempts, and notes about files ' +
    'that apps have sent. They are deleted within minutes to 30 days.',
  not_personal: 'What belongs to no person, such as applications and models of devices.',
};

const en = {
  title: 'Your data at the fitness data service',
  created: (time: string) => `This export was started on ${time}.`,
  intro:
    'This archive has everything that the service stores about you, except what is listed at ' +
    'the end. Changes made while it was being written can be missing.',
  ofApplication:
    'An application or a script started this export. The archive has only what that application ' +
    'can read of your data. Start an export on the page “Export my data” of your account to get ' +
    'everything. Changes made while it was being written can be missing.',
  unreadable:
    'What the application cannot read: your photos, the files of your imports, how you sign in, ' +
    'in which browsers, which applications have access, and what they have read.',
  leftOut: exportTexts.en.leftOut,
  formats:
    'Each .json file that is explained here is one JSON array in UTF-8, with an object on each ' +
    'line. Times are in UTC unless they have an offset. A field that is unknown is missing or ' +
    'null. Units are those that this page names, whatever you have chosen in your settings, so ' +
    'that programs can read the files. If this export has several archives, a file such as ' +
    'diary-2.json in the second one continues diary.json. manifest.json, or manifest-2.json in ' +
    'the second one, is for programs: it names the format and its version, the number of the ' +
    'archive, and where the images in it belong.',
  csvTitle: 'diary.csv',
  csv:
    'The diary as a table for spreadsheets, without hidden duplicates: comma-separated, in ' +
    'UTF-8, in the same units. Nutrients and the energy of food are those of one serving. An ' +
    'apostrophe stands before a text that a spreadsheet could run as a formula.',
  omittedTitle: 'What is not in this archive, and why',
  omissions,
};

export const readmeTexts = { en, de };
export type ReadmeTexts = typeof en;
