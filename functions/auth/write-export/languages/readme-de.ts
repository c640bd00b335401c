import type { ReadmeTexts } from './readme-en.ts';

/** Every text of the README in German. */
export const readmeDe: ReadmeTexts = {
  tag: 'de',
  title: 'Ihre Daten beim Fitnessdatendienst',
  created: (time) => `Dieser Export wurde am ${time} (UTC) gestartet.`,
  intro:
    'Dieses Archiv enthält alles, was der Dienst über Sie speichert. Was Sie geändert haben, ' +
    'während es geschrieben wurde, kann darin fehlen.',
  formats:
    'Jede .json-Datei ist ein JSON-Array in UTF-8, mit einem Objekt in jeder Zeile. Zeiten sind ' +
    'in UTC, wenn keine andere Zeitzone dabeisteht. Unbekannte Felder fehlen oder sind null.',
  csvTitle: 'diary.csv',
  csv:
    'Das Tagebuch als Tabelle, ohne ausgeblendete Duplikate: durch Kommas getrennt, in UTF-8. ' +
    'Nährwerte und Energie von Lebensmitteln gelten für eine Portion. Vor einem Text, den eine ' +
    'Tabellenkalkulation als Formel ausführen könnte, steht ein Apostroph.',
  documents: {
    user: 'Ihr Profil.',
    email_links:
      'Links, die Ihnen per E-Mail gesendet wurden, z. B. für ein neues Passwort.',
    sessions: 'Die Browser, in denen Sie angemeldet sind.',
    trusted_devices: 'Die Browser, in denen Sie sich schon angemeldet haben.',
    grants: 'Die Anwendungen, denen Sie Zugriff auf Ihre Daten erlaubt haben.',
    data_sources: 'Ihre Geräte, und für welche Daten Sie sie bevorzugen.',
    remote_connections: 'Ihre Verbindungen zu anderen Anbietern.',
    imported_workouts:
      'Zu jedem importierten Training, wo sein Tagebucheintrag gespeichert ist.',
    images:
      'Ihre Bilder. Die Dateien liegen im Ordner images/, so wie Sie sie hochgeladen haben. Wenn ' +
      'das Hochladen unterbrochen wurde, kann die Datei fehlen.',
    diary: 'Ihr Tagebuch: Mahlzeiten und Trainings, auch ausgeblendete Duplikate.',
    exports: 'Ihre Exporte der letzten 7 Tage.',
    erasure: 'Die Löschung Ihres Kontos, falls sie verlangt oder abgebrochen wurde.',
  },
  fields: {
    id: 'die ID',
    username: 'Ihr Kurzname in diesem Dienst',
    display_name: 'der Name, den andere sehen',
    email: 'die E-Mail-Adresse',
    date_joined: 'wann Sie sich registriert haben',
    disabled_datetime: 'wann das Konto gesperrt wurde',
    purpose: 'wofür der Link war',
    previous_email: 'die Adresse, die ersetzt werden sollte',
    expires_at: 'wann es endet, in Sekunden seit 1970 (UTC)',
    used_at: 'wann der Link verwendet wurde, in Sekunden seit 1970 (UTC)',
    browser: 'der Browser und das Betriebssystem',
    created_datetime: 'wann es angelegt wurde',
    last_used_on: 'der Tag der letzten Verwendung',
    client_id: 'die ID der Anwendung',
    application_name: 'der Name der Anwendung',
    scope: 'was die Anwendung darf',
    redeemed_at: 'wann die Anwendung Zugriff bekam, in Sekunden seit 1970 (UTC)',
    rotated_at:
      'wann die Anwendung ihren Zugriff zuletzt erneuert hat, in Sekunden seit 1970 (UTC)',
    revoked_at: 'wann der Zugriff widerrufen wurde, in Sekunden seit 1970 (UTC)',
    redirect_uri: 'die Adresse der Anwendung, zu der Sie zurückgeleitet wurden',
    access_scope: 'was das aktuelle Token der Anwendung darf',
    access_expires_at:
      'wann das aktuelle Token der Anwendung abläuft, in Sekunden seit 1970 (UTC)',
    name: 'der Name, den Sie vergeben haben',
    active: 'ob das Gerät neue Daten aufzeichnen kann',
    advertised_name: 'der Bluetooth-Name',
    serial_number: 'die Seriennummer',
    bluetooth_device_address: 'die Bluetooth-Adresse',
    firmware_version: 'die Version der Firmware',
    hardware_version: 'die Version der Hardware',
    device: 'Hersteller und Modell',
    priorities: 'für welche Daten Sie das Gerät bevorzugen, und seit wann',
    type: 'die Art des Eintrags, der Anbieter einer Verbindung oder das Format eines Bildes',
    remote_id: 'die ID Ihres Kontos beim Anbieter',
    last_sync_time: 'wann zuletzt Trainings importiert wurden',
    status: 'ob Trainings importiert werden können',
    remote_connection_type: 'der Anbieter',
    remote_connection_id: 'die ID der Verbindung',
    batch: 'die ersten 36 Zeichen der ID des Tagebucheintrags',
    storage_date: 'der Tag in der ID des Tagebucheintrags',
    is_deleted: 'ob der Anbieter das Training vor dem Import gelöscht hat',
    href: 'wozu das Bild gehört',
    rel: 'wofür das Bild dort verwendet wird',
    index: 'die Position in einer Reihe von Bildern',
    width: 'die Breite in Pixeln',
    height: 'die Höhe in Pixeln',
    bytes: 'die Größe der Datei in Bytes',
    file: 'die Datei in diesem Archiv; sie fehlt, wenn das Hochladen unterbrochen wurde',
    date: 'der Tag',
    exercise: 'die ID der Aktivitätsart',
    start_time: 'wann das Training begann',
    duration: 'die Dauer in Sekunden',
    energy: 'die Energie, in calories (Kilokalorien) oder kilojoules (Kilojoule)',
    avg_heart_rate: 'der durchschnittliche Puls in Schlägen pro Minute',
    max_heart_rate: 'der höchste Puls in Schlägen pro Minute',
    distance: 'die Strecke in Metern',
    max_speed: 'die höchste Geschwindigkeit in Metern pro Sekunde',
    elevation_change: 'der Höhenunterschied in Metern',
    diary_meal: 'die Mahlzeit',
    food: 'das Lebensmittel und seine Marke',
    servings: 'die Zahl der Portionen',
    nutritional_contents:
      'die Nährwerte einer Portion: Fett, Kohlenhydrate, Ballaststoffe, Zucker und Eiweiß in ' +
      'Gramm, Cholesterin, Natrium und Kalium in Milligramm, sonst in Prozent des Tagesbedarfs',
    source: 'das Training beim Anbieter, aus dem der Eintrag importiert wurde',
    hidden_by:
      'der Eintrag, der stattdessen gezeigt wird, weil beide dasselbe Training sind',
    imported: 'was der Anbieter gesendet hat, ohne Ihre Änderungen',
    state: 'der Stand des Exports oder der Löschung',
    reason: 'ob Sie oder der Betreiber die Löschung verlangt haben',
    requested_datetime: 'wann die Löschung verlangt wurde',
    due_datetime: 'wann die Löschung stattfindet',
    started_datetime: 'wann die Löschung begonnen hat',
    completed_datetime: 'wann der Export fertig war',
    expires_datetime: 'bis wann die Datei heruntergeladen werden kann',
    language: 'die Sprache der README oder der E-Mail',
    files_done: 'wie viele Dateien der Export schon hat',
    files_total: 'wie viele Dateien der Export haben wird',
    failure: 'warum der Export fehlgeschlagen ist',
  },
  omittedTitle: 'Was nicht in diesem Archiv ist, und warum',
  omissions: {
    secret:
      'Ihr Passwort, die Tokens von Anwendungen und Anbietern und die Cookies Ihrer Browser. ' +
      'Sie sind nur als Prüfwerte oder verschlüsselt gespeichert. Außerhalb des Dienstes sind ' +
      'sie nutzlos, und in einer Datei wären sie eine Gefahr für Sie.',
    internal:
      'Zähler und Notizen, mit denen der Dienst seine Arbeit abstimmt, z. B. Aufträge zum Import ' +
      'von Trainings und Prüfwerte von Anfragen, damit deren Wiederholung nichts doppelt ' +
      'speichert.',
    copy: 'Kopien von Daten aus diesen Dokumenten, die dem Dienst als Index dienen.',
    expires:
      'Anfragen zur Anmeldung oder zur Verbindung eines Kontos und die Zahl der Versuche. Sie ' +
      'werden nach Minuten bis Tagen gelöscht.',
    not_personal: 'Was zu keiner Person gehört, z. B. Anwendungen und Gerätemodelle.',
  },
};
