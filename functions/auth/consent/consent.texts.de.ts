import { html, strong } from '#shared/html/html.ts';
import type { ConsentTexts } from './consent.texts.ts';

const de: ConsentTexts = {
  title: (application) => `Darf ${application} auf Ihre Fitnessdaten zugreifen?`,
  titleOfSignIn: (application) => `Bei ${application} anmelden?`,
  signedInAs: (name) => html`Angemeldet als ${strong(name)}.`,
  switchAccount: 'Anderes Konto verwenden',
  privacyPolicy: 'Datenschutzerklärung',
  permissionsIntro: (application) => html`${strong(application)} kann dann:`,
  fullAccess: (application, isExceptMeasurements) =>
    html`${strong('Voller Zugriff:')} ${application} verlangt alles ${
      isExceptMeasurements
        ? 'außer Messwerten Ihres Körpers, die Sie hinzufügen können.'
        : 'und schränkt die Anfrage nicht ein.'
    }
Erlauben Sie das nur, wenn Sie der Anwendung alle Ihre Daten anvertrauen.`,
  granted: {
    openid: 'Sie an der ID Ihres Kontos wiedererkennen',
    profile: 'Ihren Namen, Benutzernamen, Sprache und Zeitzone sehen',
    email: 'Ihre E-Mail-Adresse sehen',
    'profile.read': 'Ihren Namen, Ihre E-Mail-Adresse, Sprache und Einheiten sehen',
    'diary.read': 'Ihr Tagebuch sehen',
    'diary.write': 'Ihr Tagebuch sehen und ändern',
    'data_sources.read': 'Ihre Geräte und anderen Datenquellen sehen',
    'data_sources.write': 'Ihre Geräte und anderen Datenquellen sehen und ändern',
    'connections.read': 'Ihre Verbindungen zu anderen Diensten sehen',
    'connections.write':
      'Ihre Verbindungen zu anderen Diensten sehen und trennen sowie Importe starten',
    'images.write': 'Fotos hochladen und wieder löschen',
    'measurements.read': 'Messwerte Ihres Körpers wie Gewicht, Schlaf und Schritte sehen',
    'measurements.write':
      'Messwerte Ihres Körpers wie Gewicht, Schlaf und Schritte sehen und eintragen',
  },
  optional: {
    hint: 'Entfernen Sie das Häkchen bei allem, was Sie nicht erlauben möchten.',
    labels: {
      'diary.write': 'Einträge Ihres Tagebuchs anlegen, ändern und löschen',
      'data_sources.write': 'Ihre Geräte und anderen Datenquellen anlegen und ändern',
      'connections.write':
        'Ihre Verbindungen zu anderen Diensten trennen und Importe starten',
      'images.write': 'Fotos hochladen und wieder löschen',
      'measurements.write':
        'Messwerte Ihres Körpers wie Gewicht, Schlaf und Schritte sehen und eintragen',
    },
  },
  noData: (application) =>
    html`${strong(application)} bekommt keinen Zugriff auf Ihre Fitnessdaten.`,
  withheldIntro: (application) => html`${strong(application)} kann dann nicht:`,
  withheld: {
    'profile.read': 'Ihren Namen, Ihre E-Mail-Adresse, Sprache und Einheiten sehen',
    'diary.read': 'Ihr Tagebuch sehen oder ändern',
    'diary.write': 'Ihr Tagebuch ändern',
    'data_sources.read': 'Ihre Geräte und anderen Datenquellen sehen oder ändern',
    'data_sources.write': 'Ihre Geräte und anderen Datenquellen ändern',
    'connections.read':
      'Ihre Verbindungen zu anderen Diensten sehen, sie trennen oder Importe starten',
    'connections.write':
      'Ihre Verbindungen zu anderen Diensten trennen oder Importe starten',
    'images.write': 'Fotos hochladen',
    'measurements.read': 'Messwerte Ihres Körpers sehen oder eintragen',
    'measurements.write': 'Messwerte Ihres Körpers eintragen',
  },
  nativeApp: (application) => `der App ${application}`,
  notice: (application, destination) =>
    html`${application} erfährt Ihr Passwort nicht.
Sie können den Zugriff jederzeit in Ihrem Konto widerrufen.
Sie werden zu ${strong(destination)} weitergeleitet.`,
  describedAt: (application, host) =>
    html`Was ${application} über sich sagt, stammt von ${strong(host)}, nicht vom Betreiber dieses
Dienstes. Erlauben Sie den Zugriff nur, wenn Sie dieser Website vertrauen.`,
  deviceOnly: (application) =>
    html`${strong('Haben Sie das gerade selbst begonnen?')} Jedes Programm auf Ihrem Gerät kann sich
als ${application} ausgeben. Erlauben Sie den Zugriff nur, wenn Sie gerade eines Ihrer Programme
verbinden wollten.`,
  choiceCanChange: 'Sie können das jederzeit in Ihrem Konto ändern.',
  allow: 'Zugriff erlauben',
  allowSignIn: 'Anmelden',
  deny: 'Ablehnen',
  closed: {
    expired: {
      title: 'Anfrage abgelaufen',
      message: (application) =>
        html`Die Anfrage von ${strong(application)} ist abgelaufen. Es wurde kein Zugriff erteilt.`,
    },
    already_decided: {
      title: 'Anfrage bereits abgeschlossen',
      message: (application) =>
        html`Die Anfrage von ${strong(application)} wurde bereits abgeschlossen.`,
    },
    unverified: {
      title: 'Anwendung kann nicht geprüft werden',
      message: (application) =>
        html`Was ${strong(application)} über sich selbst sagt, kann hier nicht gelesen oder nicht
verwendet werden, deshalb wurde nichts erlaubt. Versuchen Sie es später noch einmal oder fragen Sie
den Hersteller.`,
    },
    forDeveloper: 'Für die Entwickler:',
    startAgain: 'Von vorn beginnen',
  },
};

export default de;
