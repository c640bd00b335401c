import type { PhonesTexts } from './phones.texts.ts';

const de: PhonesTexts = {
  title: 'Telefone und Apps',
  lead:
    'Ein Posteingang nimmt an, was eine App auf Ihrem Telefon von selbst sendet: ' +
    'Gewicht, Schlaf, Schritte, Trainings und andere Werte Ihres Körpers. Mit seinem ' +
    'Geheimnis kann niemand etwas lesen.',
  createTitle: 'Posteingang anlegen',
  app: 'Welche App',
  apps: {
    health_auto_export: 'Health Auto Export, für iPhone',
    companion: 'Life Dashboard Companion, für Android',
    other: 'Eine andere App oder ein Skript',
  },
  name: 'Name',
  nameHint: 'An dem Sie ihn erkennen, z. B. der Name des Telefons.',
  signed: 'Nur Life Dashboard Companion: Die App signiert, was sie sendet',
  create: 'Posteingang anlegen',
  created: (name) => `Ihr neuer Posteingang: ${name}`,
  createdHint:
    'Kopieren Sie sein Geheimnis jetzt. Es wird nur einmal angezeigt: Der Dienst behält ' +
    'keine Kopie.',
  address: 'Adresse',
  onlyLocal:
    'Nur dieser Computer erreicht diese Adresse. Für ein Telefon gibt, wer den Dienst ' +
    'betreibt, ihm mit den Optionen --host und --main-url eine Adresse im Netz.',
  headerName: 'Name des Headers',
  headerValue: 'Wert des Headers mit dem Geheimnis',
  signingKey: 'Schlüssel für Signaturen',
  setUp: 'App einrichten',
  secretOnce:
    'Das Geheimnis wurde einmal angezeigt. Wenn Sie es nicht mehr haben, legen Sie einen ' +
    'anderen Posteingang an.',
  guide: 'Die Anleitung zu Posteingängen',
  stepsTitle: 'In der App',
  allowHttp:
    'Schalten Sie unter Advanced Allow plain HTTP webhooks ein: Die Adresse beginnt nicht ' +
    'mit https.',
  steps: {
    health_auto_export: [
      'Öffnen Sie Automated Exports, fügen Sie eine Automation hinzu, aktivieren Sie sie und ' +
        'wählen Sie REST API.',
      'Geben Sie die Adresse als URL ein. Fügen Sie einen Header mit dem Namen ' +
        'Authorization hinzu und setzen Sie seinen Wert ein.',
      'Wählen Sie Health Metrics als Datentyp und JSON als Format.',
      'Lassen Sie die Daten nach Tagen zusammenfassen und den Zeitraum auf Default: ' +
        'gestern und heute.',
      'Schalten Sie Batch Requests ein und stellen Sie die Sync Cadence ein, z. B. eine ' +
        'Stunde. Exportieren Sie dann einmal von Hand.',
      'Für Trainings fügen Sie eine zweite Automation mit derselben Adresse und demselben ' +
        'Header hinzu, mit Workouts als Datentyp und Version 2. Schalten Sie Include Workout ' +
        'Metadata für den Puls ein, und die Routen, wenn Sie diese sehen möchten.',
    ],
    companion: [
      'Öffnen Sie den Tab Health, erteilen Sie die Berechtigungen von Health Connect und fügen ' +
        'Sie die Adresse unter Webhook URLs hinzu.',
      'Fügen Sie unter Webhook Headers Authorization hinzu und setzen Sie den Wert ein.',
      'Wenn Sie angekreuzt haben, dass die App signiert, was sie sendet, geben Sie den ' +
        'Schlüssel für Signaturen als HMAC signing secret ein.',
      'Schalten Sie unter Health, Advanced Record metadata in payload ein: Es enthält die ' +
        'Zeitzonen.',
      'Wählen Sie, was und in welchem Abstand sie sendet, und drücken Sie Test ping. ' +
        'Synchronisieren Sie dann einmal von Hand.',
      'Stellen Sie in den Einstellungen von Android den Akkuverbrauch der App auf ' +
        '„Uneingeschränkt“. Sonst sendet sie nicht mehr von selbst.',
    ],
    other: [
      'Senden Sie ein POST mit JSON und dem Header an die Adresse.',
      'Jeder Wert hat type, value, unit und, wenn er nicht von jetzt ist, time. Mehrere ' +
        'Werte sind eine Liste.',
      'Typen sind weight, body_fat, steps, resting_heart_rate, sleep und andere.',
      'Dateien von Trainings gehen auch: FIT, GPX, TCX und KML oder ein ZIP davon.',
    ],
  },
  addressWithSecret: 'Wenn die App keine Header hat',
  addressWithSecretHint:
    'Diese Adresse enthält das Geheimnis. Verwenden Sie sie nur, wenn die App keine ' +
    'Header senden kann: Adressen gelangen in die Protokolle von Programmen zwischen ' +
    'Telefon und Dienst.',
  trial: 'Ein Versuch von Hand',
  createdOn: 'Angelegt',
  revokedOn: 'Widerrufen am',
  revoked: 'Widerrufen',
  nothingYet: 'Es ist noch nichts angekommen.',
  filesWaiting: (count: number) =>
    count === 1
      ? 'eine Datei ist noch nicht gelesen'
      : `${count} Dateien sind noch nicht gelesen`,
  deliveries: 'Letzte Lieferungen',
  columns: {
    time: 'Zeit',
    stored: 'Neu',
    unchanged: 'Bekannt',
    ignored: 'Nicht behalten',
    deleted: 'Gelöscht',
  },
  notKept: (names) => `Nicht behalten: ${names}`,
  reasons: {
    workouts: 'Trainings',
    'the day is full': 'der Tag ist voll',
    'time is missing': 'die Zeit fehlt',
    'date is missing': 'das Datum fehlt',
    'date is not that of the time': 'das Datum ist nicht das der Zeit',
    'value is out of bounds': 'der Wert ist zu klein oder zu groß',
    'diastolic value does not fit':
      'der diastolische Wert fehlt oder ist nicht plausibel',
    'times of the sleep do not fit':
      'Beginn, Ende und Dauern des Schlafs passen nicht zusammen',
    'no readable value or time': 'ohne lesbaren Wert und lesbare Zeit',
    'no plausible start and duration': 'ohne plausiblen Beginn und plausible Dauer',
    'unknown unit': 'unbekannte Einheit',
    'unknown type': 'unbekannter Typ',
    'value must be a number': 'der Wert ist keine Zahl',
    'time must be a time': 'die Zeit ist keine Zeit',
    'date is too far away': 'das Datum ist zu weit entfernt',
    'a value without type and value': 'ein Wert ohne Typ und Wert',
    'a file of an unknown kind': 'eine Datei unbekannter Art',
    'a message of an unknown kind': 'eine Nachricht unbekannter Art',
    'a metric without a name': 'ein Wert ohne Namen',
    'deleted meanwhile': 'inzwischen gelöscht',
    'more values than are kept': 'kein Platz mehr dafür, oder von Ihnen gelöscht',
    'a file that could not be read in time':
      'eine Datei, die nicht rechtzeitig gelesen werden konnte',
  },
  revocation: 'Posteingang widerrufen',
  revocationHint: 'Er nimmt ab jetzt nichts mehr an. Was er gebracht hat, bleibt.',
  revoke: 'Jetzt widerrufen',
  revokeLabel: (name) => `Jetzt widerrufen: Posteingang ${name}`,
  deletion: 'Löschen, was er gebracht hat',
  deletionHint:
    'Alle Werte und Trainings, die über diesen Posteingang kamen, werden gelöscht und mit ' +
    'ihnen der Posteingang. Trainings, die Sie bearbeitet haben, bleiben.',
  deletionOfActiveHint:
    'Alle Werte und Trainings, die über diesen Posteingang kamen, werden gelöscht, außer ' +
    'Trainings, die Sie bearbeitet haben. Die App kann sie wieder senden: Widerrufen Sie den ' +
    'Posteingang vorher, wenn sie nicht zurückkommen sollen.',
  delete: 'Alles löschen',
  deleteLabel: (name) => `Alles löschen, was der Posteingang ${name} gebracht hat`,
  notices: {
    created: 'Der Posteingang ist angelegt.',
    revoked: 'Der Posteingang ist widerrufen.',
    deleted: 'Gelöscht ist, was der Posteingang gebracht hat.',
  },
  problems: {
    name: 'Der Name muss aus 1 bis 50 sichtbaren Zeichen bestehen.',
    restricted: 'Es wurde nichts angelegt: Die Verarbeitung Ihrer Daten ist angehalten.',
    consent: 'Wählen Sie eine App und setzen Sie das Häkchen, um einzuwilligen.',
    signed:
      'Nur Life Dashboard Companion signiert. Wählen Sie diese App, oder setzen Sie das Häkchen ' +
      'nicht.',
    too_many:
      'Sie haben 20 Posteingänge. Löschen Sie zuerst, was ein widerrufener gebracht hat.',
  },
};

export default de;
