import type { ImportsTexts } from './imports.texts.ts';

const de: ImportsTexts = {
  title: 'Dateien importieren',
  lead: 'Übernehmen Sie Trainings, Mahlzeiten und Gewicht anderer Dienste als Dateien.',
  uploadTitle: 'Dateien hochladen',
  formats:
    'FIT-, GPX-, TCX- und KML-Dateien und Tabellen (CSV), auch viele in einem ZIP, wie Geräte ' +
    'sie schreiben und Dienste sie exportieren. Andere Dateien werden übersprungen.',
  guide: 'Von welchen Diensten, und wie Sie selbst eine Tabelle schreiben',
  files: 'Dateien',
  filesHint: 'Zusammen höchstens 4 MB. Sie können mehrere auswählen.',
  keep: 'Originaldateien aufbewahren',
  keepHint:
    'Sonst werden sie nach dem Import gelöscht. Aufbewahrte Dateien gehören zum Export ' +
    'Ihrer Daten.',
  start: 'Importieren',
  undoHint: 'Jeden Import können Sie rückgängig machen.',
  paused: 'Die Verarbeitung Ihrer Daten ist angehalten, daher wird nichts importiert.',
  resume: 'Fortsetzen',
  importsTitle: 'Ihre Importe',
  startedAt: (time) => `Gestartet ${time}`,
  nothing: 'Nichts importiert',
  nothingNew: 'Schon im Tagebuch',
  states: {
    uploading: 'Wird hochgeladen',
    queued: 'Wartet',
    running: 'Läuft',
    needs_answer: 'Braucht eine Antwort',
    done: 'Fertig',
    failed: 'Unterbrochen',
    undoing: 'Wird rückgängig gemacht',
  },
  failures: {
    interrupted:
      'Der Import wurde mehrmals unterbrochen. Importieren Sie die Dateien erneut: Was schon in ' +
      'Ihrem Tagebuch steht, wird erkannt und nicht doppelt eingetragen.',
    file_missing: 'Die Dateien sind nicht mehr da. Importieren Sie sie erneut.',
  },
  progress: (files) => `${files} Dateien bisher verarbeitet`,
  reload: 'Seite aktualisieren',
  mailHint: 'Wenn es lange dauert, erhalten Sie am Ende eine E-Mail.',
  questions: {
    lead:
      'Manche Werte in Ihren Dateien lassen sich auf zwei Arten lesen. Ihre Antworten starten ' +
      'den Import.',
    end: (time) => `Ohne sie wird er mit seinen Dateien gelöscht: ${time}.`,
    open: 'Fragen beantworten',
    openLabel: (name) => `Fragen beantworten: ${name}`,
    title: 'Fragen zu Ihren Dateien',
    row: (file, row) => `${file}, Zeile ${row}:`,
    others: (others) =>
      others === 1
        ? 'Die Antwort gilt auch für eine weitere Tabelle mit denselben Überschriften.'
        : `Die Antwort gilt auch für ${others} weitere Tabellen mit denselben Überschriften.`,
    button: 'Antworten speichern',
    missing: 'Wählen Sie eines davon aus.',
    problem: 'Nichts wurde gespeichert: Beantworten Sie jede Frage.',
  },
  counts: {
    imported: 'Neu',
    corrected: 'Berichtigt',
    duplicate: 'Schon vorhanden',
    skipped: 'Übersprungen',
    failed: 'Nicht lesbar',
  },
  filesWith: (outcome) => `Dateien: ${outcome.toLowerCase()}`,
  entries: 'Neue Einträge',
  newValues: 'Neue Körperwerte',
  values: (count) => (count === '1' ? '1 Körperwert' : `${count} Körperwerte`),
  rows: (first, last) =>
    first === last ? `Zeile ${first}` : `Zeilen ${first} bis ${last}`,
  details: 'Was aus jeder Datei geworden ist',
  detailsLabel: (name) => `Was aus jeder Datei geworden ist: ${name}`,
  tableCaption: 'Dateien des Imports',
  file: 'Datei',
  outcome: 'Ergebnis',
  noFiles: 'Noch wurde keine Datei verarbeitet.',
  newer: 'Neuere',
  older: 'Ältere',
  before: 'Davor',
  after: 'Danach',
  back: 'Alle Importe',
  undo: {
    summary: 'Import rückgängig machen',
    text:
      'Löscht, was dieser Import gebracht hat: Einträge, Körperwerte und Bilder. Einträge, die ' +
      'Sie geändert haben, bleiben. Die Dateien können erneut importiert werden.',
    button: 'Löschen, was er gebracht hat',
  },
  replaced: 'Einträge früherer Dateien, die er ersetzt hat, kommen nicht zurück.',
  reread: {
    title: 'Meine Dateien erneut lesen',
    text:
      'Manche Dateien lesen wir besser als früher. Ihre Einträge erhalten die richtigen Werte, ' +
      'und fehlende Trainings kommen dazu. Was Sie geändert oder gelöscht haben, bleibt so.',
    button: 'Meine Dateien erneut lesen',
  },
  endUpload: {
    summary: 'Hochladen beenden',
    text: 'Löscht, was bisher hochgeladen wurde. In Ihrem Tagebuch steht davon noch nichts.',
    button: 'Beenden',
  },
  severalFiles: 'Mehrere Dateien',
  ownExport: (file) => `Export dieses Dienstes: ${file}`,
  large: {
    summary: 'Große Datei hochladen',
    lead: 'Eine Datei mit bis zu 5 GB, zum Beispiel das Archiv eines anderen Dienstes.',
    begin: 'Zum Hochladen',
    title: 'Große Datei',
    file: 'Datei',
    fileHint: 'Eine Datei mit höchstens 5 GB.',
    upload: 'Hochladen und importieren',
    waitHint:
      'Lassen Sie diese Seite offen, bis alles hochgeladen ist. Ihr Browser zeigt, wie weit er ' +
      'ist. Wenn das Formular nicht mehr gültig ist, laden Sie die Seite neu.',
    formEnd: 'Formular gültig bis',
    importEnd: 'Hochladen möglich bis',
    uploaded: 'Ihre Datei wurde hochgeladen.',
    retry: 'Erneut versuchen',
  },
  gone: 'Diesen Import gibt es nicht. Vielleicht wurde er rückgängig gemacht.',
  notices: {
    started: 'Der Import wurde gestartet.',
    running: 'Es laufen fünf Importe. Warten Sie, bis einer fertig ist.',
    too_many:
      'Sie können höchstens 200 Importe am Tag starten. Packen Sie viele Dateien in ein ZIP.',
    unfinished:
      'Sie können höchstens 10 große Dateien am Tag hochladen. Auch beendete und rückgängig ' +
      'gemachte zählen mit. Versuchen Sie es morgen wieder.',
    no_files: 'Nichts wurde importiert: Wählen Sie mindestens eine Datei aus.',
    too_large:
      'Nichts wurde importiert: Dateien dürfen zusammen 4 MB haben. Importieren Sie sie ' +
      'nacheinander, oder laden Sie unten eine große Datei hoch.',
    too_many_files:
      'Nichts wurde importiert: Sie können höchstens 100 Dateien auf einmal auswählen. Packen ' +
      'Sie sie in ein ZIP.',
    restricted:
      'Nichts wurde importiert, weil die Verarbeitung Ihrer Daten angehalten ist.',
    undoing: 'Der Import wird rückgängig gemacht.',
    answered: 'Ihre Antworten sind gespeichert, und Ihre Dateien werden importiert.',
    not_asked:
      'Nichts wurde gespeichert, weil sich der Import geändert hat. Sehen Sie ihn noch einmal an.',
    rereading: 'Ihre Dateien werden erneut gelesen.',
    not_reread:
      'Nichts wurde erneut gelesen, weil sich der Import geändert hat. Öffnen Sie ihn noch einmal.',
  },
};

export default de;
