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

/** The mail to an operator whose regular backups fail, or are no longer made. */
export const backupMails = defineMails({
  backup_overdue: {
    getPage: (pages) => pages.account('account'),
    isToOperator: true,
    en: ({ reference = '' }) => ({
      subject: 'No backup for more than a day',
      before: `The last backup that succeeded began at ${reference}.`,
      after:
        'The log of the backups says why: “journalctl -u fitness-data-backup” or ' +
        '“docker compose logs backup”.',
    }),
    de: ({ reference = '' }) => ({
      subject: 'Seit mehr als einem Tag keine Sicherung',
      before: `Die letzte Sicherung, die gelungen ist, begann um ${reference}.`,
      after:
        'Das Protokoll der Sicherungen sagt, warum: „journalctl -u fitness-data-backup“ oder ' +
        '„docker compose logs backup“.',
    }),
  },
});

export type BackupMail = keyof typeof backupMails;
