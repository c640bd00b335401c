import type { ExerciseTexts } from './exercise.texts.ts';

const de: ExerciseTexts = {
  unknownExercise: (id) => `Unbekanntes Training „${id}“`,
  distance: 'Strecke',
  duration: 'Dauer',
  pace: 'Tempo',
  speed: 'Tempo',
  energy: 'Energie',
  about: (amount) => `etwa ${amount}`,
  estimated: 'aus Ihrem Gewicht geschätzt',
  estimatedPart: (amount) => `davon etwa ${amount} aus Ihrem Gewicht geschätzt`,
  heartRate: 'Puls',
  averageHeartRate: (rate) => `im Mittel ${rate}/min`,
  maxHeartRate: (rate) => `höchstens ${rate}/min`,
  maxSpeed: 'Höchsttempo',
  elevation: 'Höhenunterschied',
  imported: (origin) => `Importiert ${origin}`,
  fromProvider: (provider) => `von ${provider}`,
  fromFile: (name) =>
    name === undefined ? 'aus einer Datei' : `aus der Datei „${name}“`,
  fromInbox: (name, recorder) =>
    recorder === undefined ? `von „${name}“` : `von „${name}“ (${recorder})`,
  file: 'Datei',
  device: 'Gerät',
  duplicate: (origin, matched, decided) =>
    `Dasselbe Training ${origin} ist ausgeblendet: ${matched}; ` +
    `dieses wird gezeigt, weil ${decided}.`,
  matchedBy: {
    overlap: 'die Zeiten überschneiden sich',
    start_time: 'beide sind von derselben Art und fast zur gleichen Zeit',
    part: 'eines ist ein Teil des anderen',
    joined: 'Sie haben sie zusammengeführt',
  },
  decidedBy: {
    edited: 'Sie es bearbeitet haben',
    terms:
      'die Bedingungen des Dienstes des ausgeblendeten Trainings nicht erlauben, es zu ' +
      'kombinieren',
    whole: 'es das ganze Training enthält',
    connected: 'die Verbindung des ausgeblendeten Trainings getrennt wurde',
    priority: 'Sie sein Gerät bevorzugen',
    recording_device:
      'es die Datei des Geräts ist oder direkt von dessen Hersteller oder nicht von einem ' +
      'Telefon kommt',
    more_data: 'es mehr Daten enthält',
    earlier_connection: 'es zuerst verbunden, importiert oder gezeigt wurde',
  },
};

export default de;
