import { defineMails } from '#functions/auth/browser/page-urls.ts';

/** The mail with which an operator tests the way of mail. */
export const testMails = defineMails({
  mail_test: {
    getPage: (pages) => pages.signIn({ continue: 'account' }),
    en: {
      subject: 'Test of mail',
      before:
        'The operator of this service has sent this mail to see whether mail arrives.',
      after: 'You need not do anything.',
    },
    de: {
      subject: 'Probe der Zustellung',
      before:
        'Der Betreiber dieses Dienstes hat diese E-Mail gesendet, um zu sehen, ' +
        'ob E-Mails ankommen.',
      after: 'Sie müssen nichts tun.',
    },
  },
});

export type TestMail = keyof typeof testMails;

/** Where the reason is. */
const logs = {
  en:
    '“npm run admin -- about” and the log of the backups say why: ' +
    '“journalctl -u fitness-data-backup” or “docker compose logs backup”.',
  de:
    '„npm run admin -- about“ und das Protokoll der Sicherungen sagen, warum: ' +
    '„journalctl -u fitness-data-backup“ oder „docker compose logs backup“.',
};

/** The mails to an operator whose regular backups fail, or are no longer made. */
export const backupMails = defineMails({
  backup_overdue: {
    getPage: (pages) => pages.account('account'),
    isToOperator: true,
    en: ({ reference = '' }) => ({
      subject: 'No backup for more than a day',
      before: `The last backup that succeeded began at ${reference}.`,
      after: logs.en,
    }),
    de: ({ reference = '' }) => ({
      subject: 'Seit mehr als einem Tag keine Sicherung',
      before: `Die letzte Sicherung, die gelungen ist, begann um ${reference}.`,
      after: logs.de,
    }),
  },
  backup_failed: {
    getPage: (pages) => pages.account('account'),
    isToOperator: true,
    en: ({ reference = '' }) => ({
      subject: 'A backup has failed',
      before: `The backup that began at ${reference} has failed.`,
      after: logs.en,
    }),
    de: ({ reference = '' }) => ({
      subject: 'Eine Sicherung ist fehlgeschlagen',
      before: `Die Sicherung, die um ${reference} begann, ist fehlgeschlagen.`,
      after: logs.de,
    }),
  },
});

export type BackupMail = keyof typeof backupMails;
