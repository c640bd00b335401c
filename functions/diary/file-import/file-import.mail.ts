import { defineMails } from '#functions/auth/browser/page-urls.ts';

/** Mails about the end of a long import, or what it asks. */
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
  import_needs_answer: {
    getPage: (pages) => pages.account('imports'),
    en: {
      subject: 'Your import needs an answer',
      before: 'Your files leave open what some values mean, so nothing was imported yet.',
      link: 'Answer the questions about your files',
      after:
        'If you do not answer, the import and its files are deleted seven days after its start, ' +
        'unless you keep the files.',
    },
    de: {
      subject: 'Ihr Import braucht eine Antwort',
      before:
        'Ihre Dateien lassen offen, was manche Werte bedeuten. Deshalb wurde noch nichts ' +
        'importiert.',
      link: 'Die Fragen zu Ihren Dateien beantworten',
      after:
        'Wenn Sie nicht antworten, werden der Import und seine Dateien sieben Tage nach seinem ' +
        'Beginn gelöscht, außer wenn Sie die Dateien aufbewahren.',
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
