import { defineMails } from '#functions/auth/browser/page-urls.ts';

/** Mails about the end of an export. */
export const exportMails = defineMails({
  export_ready: {
    getPage: (pages) => pages.account('export'),
    en: {
      subject: 'Your data is ready to download',
      before: 'The file with everything that the service stores about you is ready.',
      link: 'Download your data in your account',
      after:
        'The file can be downloaded for 24 hours. If you did not start the export, choose ' +
        '“Sign out all other browsers” in your account, and change your password.',
    },
    de: {
      subject: 'Ihre Daten können heruntergeladen werden',
      before: 'Die Datei mit allem, was der Dienst über Sie speichert, ist fertig.',
      link: 'Daten in Ihrem Konto herunterladen',
      after:
        'Die Datei kann 24 Stunden lang heruntergeladen werden. Wenn Sie den Export nicht ' +
        'gestartet haben, wählen Sie in Ihrem Konto „Alle anderen Browser abmelden“ und ändern ' +
        'Sie Ihr Passwort.',
    },
  },
  export_failed: {
    getPage: (pages) => pages.account('export'),
    en: {
      subject: 'Your data could not be exported',
      before:
        'The file with everything that the service stores about you could not be created.',
      link: 'See why in your account',
      after: 'Nothing is lost: all your data is still in your account.',
    },
    de: {
      subject: 'Ihre Daten konnten nicht exportiert werden',
      before:
        'Die Datei mit allem, was der Dienst über Sie speichert, konnte nicht erstellt werden.',
      link: 'Den Grund in Ihrem Konto ansehen',
      after: 'Es ist nichts verloren: Alle Ihre Daten sind weiterhin in Ihrem Konto.',
    },
  },
});
export type ExportMail = keyof typeof exportMails;
