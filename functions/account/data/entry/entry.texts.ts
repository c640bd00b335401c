import de from './entry.texts.de.ts';

const en = {
  titles: {
    add: { food_entry: 'Add food', exercise: 'Add exercise' },
    change: { food_entry: 'Change food', exercise: 'Change exercise' },
  },
  fields: {
    date: 'Date',
    meal: 'Meal',
    other_meal: 'Other name of the meal',
    name: 'Food',
    brand: 'Brand',
    servings: 'Servings',
    energy: (unit: string) => `Energy (${unit}, optional)`,
    protein: 'Protein (g)',
    carbohydrates: 'Carbohydrates (g)',
    fat: 'Fat (g)',
    activity: 'Activity',
    time: 'Start',
    hours: 'Hours',
    minutes: 'Minutes',
    distance: (unit: string) => `Distance (${unit}, optional)`,
    avg_heart_rate: 'Average',
    max_heart_rate: 'Maximum',
  },
  otherMealHint: 'Only if the list has no name that fits.',
  nameHint: 'Without a name, it is a quick add.',
  perServing: 'In one serving',
  duration: 'Duration',
  heartRate: 'Heart rate (bpm)',
  unknownActivity: (id: string) => `Unknown exercise “${id}”`,
  otherActivity: 'Another activity',
  lastFoods: 'Eaten lately',
  more: 'Brand, other name of the meal',
  add: 'Add',
  save: 'Save',
  cancel: 'Cancel',
  importedNotice:
    'This was imported. What you change is yours: later imports do not overwrite it.',
  delete: 'Delete',
  deleteFood: 'Delete this food',
  deleteExercise: 'Delete this exercise',
  deletePlain: 'It is gone from your diary then. This cannot be undone.',
  deleteImported: 'It is gone from your diary then, and is not imported again.',
  deleteFile: 'It is gone from your diary then, until you import its file again.',
  deleteMerged: 'Its duplicate, which is hidden until now, is shown instead.',

  problem: (fields: string) => `Nothing was saved. Please check: ${fields}`,
  problems: {
    required: 'Please fill this in.',
    emptyFood: 'Enter a food, or what it contains.',
    number: 'Enter a number like 1.5, without a separator for thousands.',
    whole: 'Enter a whole number.',
    atLeast: (limit: string) => `At least ${limit}.`,
    atMost: (limit: string) => `At most ${limit}.`,
    tooLong: (max: number) => `At most ${max} characters.`,
    unusable: 'This has characters that cannot be stored.',
    date: 'Enter a date from 1900 to 2199.',
    time: 'Enter a time like 7:30.',
    activity: 'Choose an activity.',
    heartRates: 'Not below the average.',
    tooMany: (max: number) =>
      `A day can have ${max} entries, and this one has them. Choose another day, or delete some.`,
    tooLarge: 'This day has no room left. Shorten the texts, or delete some entries.',
  },
};

/** The texts of the page on which an entry is added or changed. */
export const entryTexts = { en, de };

export type EntryTexts = typeof en;
