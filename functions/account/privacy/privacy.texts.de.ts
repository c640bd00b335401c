import { html, strong } from '#shared/html/html.ts';
import type { PrivacyTexts } from './privacy.texts.ts';

const de: PrivacyTexts = {
  title: 'Datenschutz',

  processing: 'Verarbeitung Ihrer Daten',
  active:
    'Sie können sie pausieren. Ihre Daten bleiben dann gespeichert, aber es geschieht sonst ' +
    'nichts mit ihnen: Trainings werden nicht importiert, und keine Anwendung kann etwas lesen ' +
    'oder ändern. ' +
    'Hier können Sie alles weiter sehen und exportieren. Nichts geht verloren: Was Ihre Dienste ' +
    'inzwischen aufzeichnen, wird importiert, wenn Sie fortsetzen.',
  pause: 'Verarbeitung pausieren',
  paused: (date) =>
    html`Die Verarbeitung Ihrer Daten ist seit ${date} ${strong('pausiert')}.`,
  pausedHint:
    'Ihre Daten bleiben gespeichert. Trainings werden nicht importiert, und keine Anwendung kann ' +
    'etwas lesen oder ändern. Wenn Sie fortsetzen, wird importiert, was Ihre Dienste inzwischen ' +
    'aufgezeichnet haben.',
  resume: 'Verarbeitung fortsetzen',

  reads: 'Was gelesen wurde',
  readsHint:
    'Sie können sehen, welche Anwendungen und Skripte in den letzten 90 Tagen was gelesen haben, ' +
    'und nach welchen Tagen sie gefragt haben.',

  consent: 'Einwilligung zu Gesundheitsdaten',
  lead: 'Worin Sie eingewilligt haben, und was mit Ihren Daten geschehen darf.',
  given: 'Sie haben eingewilligt am',
  version: 'Fassung des Textes',
  withdrawn: (date) => html`Sie haben Ihre Einwilligung am ${date} widerrufen.`,
  notGiven: 'In die aktuelle Fassung haben Sie noch nicht eingewilligt.',
  agree: 'Einwilligen',
  withdraw: 'Einwilligung widerrufen',
  withdrawHint:
    'Dadurch wird die Verarbeitung pausiert: Ihre Daten bleiben gespeichert, und es geschieht ' +
    'sonst nichts mit ihnen. Wenn sie gelöscht werden sollen, löschen Sie Ihr Konto.',

  ask: {
    title: 'Ihre Gesundheitsdaten',
    intro: 'Bevor es weitergeht, brauchen wir Ihre Einwilligung:',
    agree: 'Einwilligen und fortfahren',
    decline: 'Nicht einwilligen',
    declineHint:
      'Ohne Ihre Einwilligung pausiert die Verarbeitung: Ihre Daten bleiben gespeichert, aber es ' +
      'wird nichts importiert, und keine Anwendung kann etwas lesen oder ändern. Sie können ' +
      'später auf der Seite „Datenschutz“ einwilligen oder Ihre Daten exportieren und löschen.',
  },

  notices: {
    restricted: 'Die Verarbeitung Ihrer Daten ist pausiert.',
    resumed: 'Die Verarbeitung Ihrer Daten läuft weiter.',
    consent_given: 'Danke. Ihre Einwilligung ist gespeichert.',
    consent_withdrawn:
      'Ihre Einwilligung ist widerrufen. Die Verarbeitung Ihrer Daten ist pausiert.',
  },
};

export default de;
