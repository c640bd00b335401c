import { html } from '../../html/html.ts';
import type { Texts } from './en.ts';
import { formatLongDate } from './long-date.ts';

const strong = (text: string) => html`<strong>${text}</strong>`;

/** Every text of our pages in German. */
export const de: Texts = {
  tag: 'de',
  day: (date) => formatLongDate(date, 'de'),

  errors: {
    kinds: {
      400: [
        'Diese Anfrage lässt sich nicht ausführen',
        'Etwas daran fehlt oder ist falsch. Gehen Sie zurück und versuchen Sie es noch einmal.',
      ],
      403: [
        'Diese Anfrage wurde abgelehnt',
        'Sie ist nicht erlaubt. Gehen Sie zurück und versuchen Sie es noch einmal.',
      ],
      404: ['Hier ist nichts', 'Keine Seite hat diese Adresse.'],
      413: ['Das ist zu viel auf einmal', 'Das Gesendete ist zu groß.'],
      429: [
        'Zu viele Versuche',
        'Warten Sie einen Augenblick und versuchen Sie es dann noch einmal.',
      ],
      500: ['Etwas ist schiefgegangen', 'Das liegt an uns. Versuchen Sie es gleich noch einmal.'],
    },
    sentences: {
      unknown_client: 'Die client_id gehört zu keiner registrierten Anwendung.',
      unregistered_redirect_uri: 'Die redirect_uri ist keine, die die Anwendung registriert hat.',
      request_expired:
        'Sie ist unbekannt, schon beantwortet, zu alt oder in einem anderen Browser begonnen. Gehen Sie zur Anwendung zurück und beginnen Sie von vorn; Ihr Browser muss Cookies annehmen.',
      invalid_form_token:
        'Das Formular kam nicht von unserer eigenen Seite, oder es ist zu alt. Öffnen Sie die Seite neu.',
    },
  },

  signIn: {
    title: 'Anmelden',
    failedTitle: 'Fehler: Anmelden',
    toContinue: (application) => html`weiter zu ${strong(application)}`,
    toAccount: html`weiter zu Ihrem Konto`,
    email: 'E-Mail',
    password: 'Passwort',
    submit: 'Anmelden',
    failed: 'Die E-Mail oder das Passwort stimmt nicht.',
    limited: (minutes) =>
      `Das waren zu viele Versuche. Versuchen Sie es in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`} noch einmal.`,
    signedOut: 'Sie sind abgemeldet.',
  },

  consent: {
    title: (application) => `Darf ${application} Ihre Fitnessdaten nutzen?`,
    signedInAs: (username) => html`Sie sind als ${strong(username)} angemeldet.`,
    anotherAccount: 'Anderes Konto verwenden',
    ifAllowed: (application) =>
      html`Wenn Sie es erlauben, kann ${strong(application)} in Ihrem Namen:`,
    permissions: [
      'Ihren Namen und Ihre E-Mail sehen',
      'Ihr Tagebuch, Ihre Geräte und Ihre Verbindungen sehen und ändern',
      'Ihren Aktivitäten Bilder hinzufügen',
    ],
    app: (application) => `die App ${application}`,
    goingBack: (recipient) =>
      html`Ihr Passwort wird nicht weitergegeben, und Sie können dies jederzeit in Ihrem Konto zurücknehmen. Danach geht es zurück zu ${strong(recipient)}.`,
    allow: 'Erlauben',
    refuse: 'Nicht erlauben',
  },

  ended: {
    expired: {
      title: 'Das hat zu lange gedauert',
      sentence: (application) =>
        html`Die Anfrage von ${strong(application)} ist zu alt für eine Antwort. Es wurde nichts erlaubt.`,
    },
    answered: {
      title: 'Das haben Sie schon beantwortet',
      sentence: (application) =>
        html`Die Anfrage von ${strong(application)} ist beantwortet und lässt sich nicht noch einmal beantworten.`,
    },
    startAgain: 'Von vorn beginnen',
  },

  account: {
    title: 'Ihr Konto',
    signedInAs: (username) => html`Sie sind als ${strong(username)} angemeldet.`,
    applications: 'Verbundene Anwendungen',
    applicationsHint: 'Sehen, wer Zugriff auf Ihre Fitnessdaten hat, und ihn beenden.',
    password: 'Passwort ändern',
    passwordHint: 'Und überall sonst abmelden.',
    signOut: 'Abmelden',
  },

  applications: {
    title: 'Verbundene Anwendungen',
    intro: 'Diese Anwendungen haben Zugriff auf Ihre Fitnessdaten.',
    none: 'Keine Anwendung hat Zugriff auf Ihre Fitnessdaten.',
    since: 'Hat Zugriff seit',
    lastUsed: 'Zuletzt genutzt',
    notUsed: 'noch nicht',
    remove: 'Zugriff entziehen',
    removeFrom: (application) => `${application} den Zugriff entziehen`,
    removed: 'Der Zugriff ist entzogen. Es kann eine Minute dauern, bis er endet.',
  },

  password: {
    title: 'Passwort ändern',
    failedTitle: 'Fehler: Passwort ändern',
    current: 'Bisheriges Passwort',
    next: 'Neues Passwort',
    rule: 'Mindestens 8 Zeichen. Gut sind ein paar selbst gewählte Wörter.',
    repeated: 'Neues Passwort noch einmal',
    end_grants: 'Auch allen Anwendungen den Zugriff entziehen',
    submit: 'Passwort ändern',
    problems: {
      wrong: 'Das bisherige Passwort stimmt nicht.',
      unfit: 'Das neue Passwort muss 8 bis 256 Zeichen haben, alle druckbar.',
      different: 'Das neue Passwort wurde nicht zweimal gleich eingegeben.',
    },
    changed: 'Ihr Passwort ist geändert, und Sie sind überall sonst abgemeldet.',
  },

  connect: {
    title: (provider) => `${provider} lässt sich hier nicht verbinden`,
    reasons: {
      unregistered: (provider) =>
        `Dieser Dienst ist bei ${provider} nicht registriert: Sein Betreiber hat dafür keine Zugangsdaten hinterlegt.`,
      phone: (provider) =>
        `Bei ${provider} gibt es kein Konto zum Anmelden: Eine App auf dem Telefon sendet, was es aufzeichnet.`,
      api_key: (provider) =>
        `${provider} wird mit einem Schlüssel des Kontos verbunden, und dieser Dienst nimmt keine solchen Schlüssel an.`,
      none: (provider) =>
        `${provider} bietet keine Schnittstelle, über die sich ein Konto verbinden ließe.`,
      retired: (provider) => `${provider} nimmt keine neuen Verbindungen mehr an.`,
    },
    unchanged: 'Es wurde nichts geändert. Sie können diese Seite schließen.',
  },
};
