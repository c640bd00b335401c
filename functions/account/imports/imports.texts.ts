import type {
  ImportFailure,
  ImportState,
} from '#functions/diary/file-import/file-import.ts';
import type { LineState } from '#functions/diary/file-import/file-line.ts';
import de from './imports.texts.de.ts';

const states: Readonly<Record<ImportState, string>> = {
  uploading: 'Being uploaded',
  queued: 'Waiting',
  running: 'Running',
  needs_answer: 'Needs an answer',
  done: 'Done',
  failed: 'Interrupted',
  undoing: 'Being undone',
};

const failures: Readonly<Record<ImportFailure, string>> = {
  interrupted:
    'The import was interrupted several times. Import the files again: what is already in your ' +
    'diary is recognized and not added twice.',
  file_missing: 'The files are no longer there. Import them again.',
};

const outcomes: Readonly<Record<LineState, string>> = {
  imported: 'New',
  corrected: 'Corrected',
  duplicate: 'Already there',
  skipped: 'Skipped',
  failed: 'Not readable',
};

const en = {
  title: 'Import files',
  lead: 'Bring workouts, food and weight from your devices and other services as files.',
  uploadTitle: 'Upload files',
  formats:
    'FIT, GPX, TCX and KML files and spreadsheets (CSV), also many in a ZIP, as devices write ' +
    'and services export them. Other files are skipped.',
  guide: 'From which services, and how to write a spreadsheet of your own',
  files: 'Files',
  filesHint: 'At most 4 MB together. You can choose several.',
  keep: 'Keep the original files',
  keepHint:
    'Otherwise, they are deleted after the import. Kept files are part of the export of your data.',
  start: 'Import',
  undoHint: 'You can undo each import.',
  paused: 'The processing of your data is paused, so nothing is imported.',
  resume: 'Resume',
  importsTitle: 'Your imports',
  startedAt: (time: string) => `Started ${time}`,
  nothing: 'Nothing imported',
  nothingNew: 'Already in your diary',
  states,
  failures,
  progress: (files: string) => `${files} files processed so far`,
  reload: 'Refresh this page',
  mailHint: 'If it takes long, you will get an email when it is done.',
  questions: {
    lead: 'Some values in your files can be read in two ways. Your answers start the import.',
    end: (time: string) => `Without them, it is deleted with its files on ${time}.`,
    open: 'Answer the questions',
    openLabel: (name: string) => `Answer the questions about ${name}`,
    title: 'Questions about your files',
    row: (file: string, row: string) => `${file}, row ${row}:`,
    others: (others: number) =>
      others === 1
        ? 'The answer is also for another table with the same headings.'
        : `The answer is also for ${others} other tables with the same headings.`,
    button: 'Save the answers',
    missing: 'Choose one of these.',
    problem: 'Nothing was saved: Answer each question.',
  },
  counts: outcomes,
  filesWith: (outcome: string) => `Files: ${outcome.toLowerCase()}`,
  entries: 'New entries',
  newValues: 'New values of the body',
  values: (count: string) =>
    count === '1' ? '1 value of the body' : `${count} values of the body`,
  rows: (first: string, last: string) =>
    first === last ? `Row ${first}` : `Rows ${first} to ${last}`,
  details: 'What happened to each file',
  detailsLabel: (name: string) => `What happened to each file of ${name}`,
  tableCaption: 'Files of the import',
  file: 'File',
  outcome: 'Outcome',
  noFiles: 'No file was processed yet.',
  newer: 'Newer',
  older: 'Older',
  before: 'Before',
  after: 'After',
  back: 'All imports',
  undo: {
    summary: 'Undo this import',
    text:
      'Deletes what this import has brought: entries, values of the body and images. Entries ' +
      'that you have changed stay. The files can be imported again.',
    button: 'Delete what it has brought',
  },
  replaced: 'Entries of earlier files that it has replaced do not come back.',
  reread: {
    title: 'Read my files again',
    text:
      'We read some files better than before. Your entries get the right values, and workouts ' +
      'that were missed are added. What you have changed or deleted stays as it is.',
    button: 'Read my files again',
  },
  endUpload: {
    summary: 'End this upload',
    text: 'Deletes what was uploaded so far. Nothing of it is in your diary yet.',
    button: 'End the upload',
  },
  severalFiles: 'Several files',
  ownExport: (file: string) => `Export of this service: ${file}`,
  large: {
    summary: 'Upload a large file',
    lead: 'A file of up to 5 GB, such as the archive of another service.',
    begin: 'Go to the upload',
    title: 'Large file',
    file: 'File',
    fileHint: 'One file with at most 5 GB.',
    upload: 'Upload and import',
    waitHint:
      'Keep this page open until the upload has ended. Your browser shows how far it is. If the ' +
      'form is no longer valid, reload the page.',
    formEnd: 'Form valid until',
    importEnd: 'Upload possible until',
    uploaded: 'Your file was uploaded.',
    retry: 'Try again',
  },
  gone: 'This import does not exist. Maybe it was undone.',
  notices: {
    started: 'The import has started.',
    running: 'Five imports are running. Wait until one is done, or undo one.',
    too_many: 'You can start at most 200 imports a day. Put many files into one ZIP.',
    unfinished:
      'You can upload at most 10 large files a day. Uploads that have ended or were undone ' +
      'count, too. Try again tomorrow.',
    no_files: 'Nothing was imported: Choose at least one file.',
    too_large:
      'Nothing was imported: Files can have at most 4 MB together. Import them one after the ' +
      'other, or upload a large file below.',
    too_many_files:
      'Nothing was imported: You can choose at most 100 files at a time. Put them into one ZIP.',
    restricted: 'Nothing was imported, because the processing of your data is paused.',
    undoing: 'The import is being undone.',
    answered: 'Your answers are saved, and your files are being imported.',
    not_asked: 'Nothing was saved, because the import has changed. Look at it once more.',
    rereading: 'Your files are being read again.',
    not_reread:
      'Nothing was read again, because the import has changed. Look at it once more.',
  },
};

/** The texts of the pages about imports of files. */
export const importsTexts = { en, de };

export type ImportsTexts = typeof en;
