import { html, strong } from '#shared/html/html.ts';
import de from './erasure.texts.de.ts';

const en = {
  title: 'Delete my account',

  removedTitle: 'What is deleted',
  removed: [
    'Your account with name, email address and password, all sessions and remembered browsers.',
    'Your diary, imported workouts, the values of your body, e.g. weight and sleep, images in ' +
      'every size, devices, data sources and inboxes.',
    'The access of all applications. They keep what they have already copied. Ask them to delete ' +
      'it.',
    'Connections to other services. We ask each service to end our access to your data there.',
  ],
  laterTitle: 'What stays for a while',
  later: [
    'Backups keep copies for 35 days. They are used only to restore the service after a failure.',
    'The network that delivers images can show them for one more day. A browser that has already ' +
      'loaded an image can show it for longer.',
    'Logs record what happened and at what time. They have no names, addresses or contents, and ' +
      'nothing in them leads to you any more. They are deleted after two months.',
  ],
  pauseTitle: 'When it happens',
  pause:
    'After you confirm, nothing is deleted for 72 hours. If you sign in during this time, the ' +
    'deletion is cancelled. Applications and imports keep working during the 72 hours; what ' +
    'phones and apps send to inboxes is refused. As soon as you confirm, your other browsers ' +
    'are signed out.',
  final: 'After the 72 hours, the deletion cannot be undone.',

  exportFirst: 'Export my data first',
  password: 'Your password',
  submit: 'Delete my account in 72 hours',

  scheduledTitle: 'Your account will be deleted',
  scheduled: (time: string) =>
    html`Your account and all your data will be deleted on ${strong(time)}.`,
  scheduledHint:
    'To keep your account, choose “Keep my account”, or sign in again with any browser before ' +
    'that time.',
  keep: 'Keep my account',
  notices: {
    deletion_cancelled: 'The deletion is cancelled. Your account and your data are kept.',
  },
  running:
    'Your account is being deleted. This can no longer be stopped and takes 10 to 20 minutes.',

  problems: { wrong: 'The password is incorrect.' },
};

/** The texts of the page about the deletion of the account. */
export const erasureTexts = { en, de };

export type ErasureTexts = typeof en;

export type ErasureNotice = keyof typeof en.notices;
