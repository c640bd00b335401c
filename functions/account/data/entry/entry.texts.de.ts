import type { EntryTexts } from './entry.texts.ts';

const de: EntryTexts = {
  titles: {
    add: { food_entry: 'Essen eintragen', exercise: 'Training eintragen' },
    change: { food_entry: 'Essen ändern', exercise: 'Training ändern' },
  },
  fields: {
    date: 'Datum',
    meal: 'Mahlzeit',
    other_meal: 'Anderer Name der Mahlzeit',
    name: 'Lebensmittel',
    brand: 'Marke',
    servings: 'Portionen',
    energy: (unit) => `Energie (${unit}, optional)`,
    protein: 'Eiweiß (g)',
    carbohydrates: 'Kohlenhydrate (g)',
    fat: 'Fett (g)',
    activity: 'Aktivität',
    time: 'Beginn',
    hours: 'Stunden',
    minutes: 'Minuten',
    distance: (unit) => `Strecke (${unit}, optional)`,
    avg_heart_rate: 'Durchschnitt',
    max_heart_rate: 'Höchstwert',
  },
  otherMealHint: 'Nur wenn in der Liste kein Name passt.',
  nameHint: 'Ohne Namen ist es ein Schnelleintrag.',
  perServing: 'In einer Portion',
  duration: 'Dauer',
  heartRate: 'Puls (pro min)',
  unknownActivity: (id) => `Unbekanntes Training „${id}“`,
  otherActivity: 'Andere Aktivität',
  lastFoods: 'Zuletzt gegessen',
  more: 'Marke, anderer Name der Mahlzeit',
  add: 'Eintragen',
  save: 'Speichern',
  cancel: 'Abbrechen',
  importedNotice:
    'Dies wurde importiert. Was Sie ändern, gilt: Spätere Importe überschreiben es nicht.',
  delete: 'Löschen',
  deleteFood: 'Dieses Essen löschen',
  deleteExercise: 'Dieses Training löschen',
  deletePlain:
    'Es verschwindet dann aus Ihrem Tagebuch. Das lässt sich nicht rückgängig machen.',
  deleteImported:
    'Es verschwindet dann aus Ihrem Tagebuch und wird nicht wieder importiert.',
  deleteFile:
    'Es verschwindet dann aus Ihrem Tagebuch, bis Sie seine Datei wieder importieren.',
  deleteMerged: 'Stattdessen erscheint sein Duplikat, das bisher ausgeblendet ist.',

  problem: (fields) => `Es wurde nichts gespeichert. Bitte prüfen Sie: ${fields}`,
  problems: {
    required: 'Bitte füllen Sie das aus.',
    emptyFood: 'Geben Sie ein Lebensmittel ein, oder was es enthält.',
    number: 'Geben Sie eine Zahl wie 1,5 ein, ohne Trennzeichen für Tausender.',
    whole: 'Geben Sie eine ganze Zahl ein.',
    atLeast: (limit) => `Mindestens ${limit}.`,
    atMost: (limit) => `Höchstens ${limit}.`,
    tooLong: (max) => `Höchstens ${max} Zeichen.`,
    unusable: 'Das enthält Zeichen, die nicht gespeichert werden können.',
    date: 'Geben Sie ein Datum von 1900 bis 2199 ein.',
    time: 'Geben Sie eine Uhrzeit wie 7:30 ein.',
    activity: 'Wählen Sie eine Aktivität.',
    heartRates: 'Nicht unter dem Durchschnitt.',
    tooMany: (max) =>
      `Ein Tag kann ${max} Einträge haben, und dieser hat sie. Wählen Sie einen anderen Tag, ` +
      'oder löschen Sie einige.',
    tooLarge:
      'Für diesen Tag ist kein Platz mehr. Kürzen Sie die Texte, oder löschen Sie Einträge.',
  },
};

export default de;
