import { defineMails } from '#functions/auth/browser/page-urls.ts';

/** Mails about the end of a long import. */
export const importMails = defineMails({
  import_done: {
    getPage: (pages) => pages.account('imports'),
    en: {
      subject: 'Your files are imported',
      before: 'All files of your import have been processed.',
      link: 'See what happened to each file',
      after: 'If you did not start the import, undo it there, and change your password.',
    },
    de: {
      subject: 'Ihre Dateien sind importiert',
      before: 'Alle Dateien Ihres Imports wurden verarbeitet.',
      link: 'Ansehen, was aus jeder Datei geworden ist',
      after:
        'Wenn Sie den Import nicht gestartet haben, machen Sie ihn dort rückgängig und ändern ' +
        'Sie Ihr Passwort.',
    },
  },
  import_failed: {
    getPage: (pages) => pages.account('imports'),
    en: {
      subject: 'Your files could not all be imported',
      before: 'The import of your files was interrupted.',
      link: 'See what was imported',
      after:
        'Import the files again. What is already in your diary is recognized and not added twice.',
    },
    de: {
      subject: 'Ihre Dateien konnten nicht alle importiert werden',
      before: 'Der Import Ihrer Dateien wurde unterbrochen.',
      link: 'Ansehen, was importiert wurde',
      after:
        'Importieren Sie die Dateien erneut. Was schon in Ihrem Tagebuch steht, wird erkannt und ' +
        'nicht doppelt eingetragen.',
    },
  },
});
export type ImportMail = keyof typeof importMails;
