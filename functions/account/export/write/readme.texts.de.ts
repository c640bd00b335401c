import { exportTexts } from '../export.texts.ts';
import type { ReadmeTexts } from './readme.texts.ts';

const de: ReadmeTexts = {
  title: 'Ihre Daten beim Fitnessdatendienst',
  created: (time) => `Dieser Export wurde am ${time} gestartet.`,
  intro:
    'Dieses Archiv enthält alles, was der Dienst über Sie speichert, außer dem, was am Ende ' +
    'aufgeführt ist. Änderungen, die während des Exports gemacht wurden, können fehlen.',
  ofApplication:
    'Eine Anwendung oder ein Skript hat diesen Export gestartet. Das Archiv enthält nur, was ' +
    'diese Anwendung von Ihren Daten lesen kann. Starten Sie einen Export auf der Seite „Meine ' +
    'Daten exportieren“ Ihres Kontos, um alles zu erhalten. Änderungen, die während des Exports ' +
    'gemacht wurden, können fehlen.',
  unreadable:
    'Was die Anwendung nicht lesen kann: Ihre Fotos, die Dateien Ihrer Importe, wie und in ' +
    'welchen Browsern Sie sich anmelden, welche Anwendungen Zugriff haben und was diese gelesen ' +
    'haben.',
  leftOut: exportTexts.de.leftOut,
  formats:
    'Jede hier erklärte .json-Datei ist ein JSON-Array in UTF-8, mit einem Objekt in jeder ' +
    'Zeile. Zeiten sind in UTC, sofern keine andere Zeitzone angegeben ist. Felder ohne ' +
    'bekannten Wert fehlen oder sind null. Die Einheiten sind die hier genannten, unabhängig von ' +
    'Ihren Einstellungen, damit Programme die Dateien lesen können. Hat dieser Export mehrere ' +
    'Archive, setzt eine Datei wie diary-2.json im zweiten Archiv diary.json fort. ' +
    'manifest.json, im zweiten Archiv manifest-2.json, ist für Programme: Dort stehen das Format ' +
    'und seine Version, die Nummer des Archivs und wohin die Bilder darin gehören.',
  csvTitle: 'diary.csv',
  csv:
    'Das Tagebuch als Tabelle, ohne ausgeblendete Duplikate: durch Kommas getrennt, in UTF-8, in ' +
    'denselben Einheiten. Nährwerte und Energie von Lebensmitteln gelten für eine Portion. Vor ' +
    'einem Text, den eine Tabellenkalkulation als Formel ausführen könnte, steht ein Apostroph.',
  omittedTitle: 'Was nicht in diesem Archiv ist, und warum',
  omissions: {
    secret:
      'Ihr Passwort, die Tokens von Anwendungen und Anbietern und die Cookies Ihrer Browser. ' +
      'All das ist nur als Prüfwert oder verschlüsselt gespeichert. Ihnen würde es nichts ' +
      'nützen, aber wer diese Datei findet, könnte es missbrauchen.',
    internal:
      'Zähler und Notizen, mit denen der Dienst seine Arbeit abstimmt, z. B. Aufträge zum Import ' +
      'von Trainings. Dazu gehören auch Prüfwerte von Anfragen: An ihnen erkennt der Dienst ' +
      'eine wiederholte Anfrage und speichert nichts doppelt.',
    copy: 'Kopien, die dem Dienst als Index dienen. Die Daten selbst sind in diesem Archiv.',
    expires:
      'Anfragen zur Anmeldung oder zur Verbindung eines Kontos, die Zahl der Versuche und ' +
      'Notizen über Dateien, die Apps gesendet haben. All das wird nach Minuten bis 30 Tagen ' +
      'gelöscht.',
    not_personal: 'Was zu keiner Person gehört, z. B. Anwendungen und Gerätemodelle.',
  },
};

export default de;
