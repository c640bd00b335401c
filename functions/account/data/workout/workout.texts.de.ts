import type { WorkoutTexts } from './workout.texts.ts';

const de: WorkoutTexts = {
  title: 'Training',
  change: 'Diesen Eintrag ändern',
  day: 'Alles von diesem Tag',
  hidden: 'Dieses Training ist ausgeblendet, weil ein anderes dasselbe ist.',
  shown: 'Zum gezeigten Training',

  fastest: {
    km1: 'Schnellster Kilometer',
    km5: 'Schnellste 5 km',
    km10: 'Schnellste 10 km',
  },

  byPoints: (fastest) => `${fastest}, nach den Punkten`,
  withPauses: 'Mit Pausen',

  route: 'Weg',
  routeSize: (width, height) =>
    `Norden ist oben. Der Weg ist ${width} breit und von Süd nach Nord ${height} lang.`,
  routeText: 'Eine Linie vom Anfang zum Ende des Trainings, ohne Karte.',
  start: 'Anfang',
  end: 'Ende',

  curves: 'Kurven',
  heartRate: 'Puls',
  elevation: 'Höhe',
  cadence: 'Kadenz',
  power: 'Leistung',
  units: { heartRate: 'pro min', cadence: 'pro min', power: 'W' },
  overTime: (name, unit) => `${name} (${unit})`,
  range: (low, high) => `Von ${low} bis ${high}.`,
  constant: (value) => `Durchgehend ${value}.`,
  cut: (fastest, slowest) =>
    `Bis ${fastest}. Was langsamer als ${slowest} ist, liegt am unteren Rand.`,
  curveText: (begin, end, highest, time) =>
    `Eine Linie über die Zeit. Sie beginnt bei ${begin} und endet bei ${end}. ` +
    `Ihr höchster Punkt, ${highest}, ist bei ${time}.`,
  asTable: 'Die Kurven als Tabelle',
  tableCaption: 'Mittelwerte der Abschnitte des Trainings',
  time: 'Zeit',

  noCurves: 'Von diesem Training gibt es keine Kurven',
  noCurvesOfFile:
    'Seine Datei hat keine oder wurde gelesen, bevor Kurven aufgehoben wurden. Wenn die Datei ' +
    'noch da ist, kann sie auf der Seite ihres Imports erneut gelesen werden.',
  noCurvesElse:
    'Sie kommen aus Dateien von Uhren und Apps: FIT, GPX, TCX, KML oder dem Archiv eines ' +
    'Dienstes. Eine Datei mit diesem Training ergänzt sie.',
  toImport: 'Zum Import der Datei',
  importFiles: 'Dateien importieren',

  laps: 'Runden',
  lap: 'Runde',
  lapsCaption: (first, last, all) => `Runden ${first} bis ${last} von ${all}`,
  allLaps: (count) => `Runden 1 bis ${count}, zum Drucken`,
  firstLaps: (count) => `Von diesem Training sind die ersten ${count} Runden aufgehoben.`,
  maxHeartRate: 'Max. Puls',
  earlierLaps: 'Frühere Runden',
  laterLaps: 'Spätere Runden',

  origin: 'Woher die Zahlen kommen',
  originLabel: 'Training',
  curvesLabel: 'Kurven',
  imported: (origin) => `Importiert ${origin}.`,
  entered: 'Sie haben es eingetragen.',
  byApplication: 'Eine Anwendung hat es geschrieben.',
  edited: 'Sie haben diesen Eintrag seit dem Import geändert.',
  curvesFrom: (origin) => `Die Kurven sind ${origin}.`,
  toHidden: 'Zu diesem Training',
  separate:
    'Wenn es zwei Trainings sind, können Sie sie auf der Seite des Tages wieder trennen.',
  takenFrom: (name, origin) => `${name}: übernommen von ${origin}.`,
  choose: 'Auswählen, woher jede Zahl kommt',
  chooseHint:
    'Jede Zahl kommt von dem Gerät, das sie am besten gemessen hat. Hier entscheiden Sie anders.',
  bestMeasured: 'Die am besten gemessene',
  chooseButton: 'Auswahl speichern',
  notices: {
    taken: 'Ihre Auswahl ist gespeichert.',
    recordGone:
      'Eine Aufzeichnung, die Sie gewählt haben, gibt es nicht mehr. ' +
      'Alles andere ist gespeichert.',
  },
  totalsCaption: 'Die Aufzeichnung gibt andere Gesamtwerte an, als ihre Punkte ergeben',
  total: 'Zahl',
  stated: 'Angegeben',
  summed: 'Alle Punkte',
};

export default de;
