/** Creates and reads a data source and a day of the diary with the generated TypeScript clients. */
import { DiaryApi, Configuration as DiaryConfiguration } from './diary_client/index.js';
import { Configuration, DataSourceApi } from './main_client/index.js';

declare const process: { env: Record<string, string> };
const { BASE_URL, DIARY_BASE_URL, ACCESS_TOKEN = '', CLIENT_ID, USER_ID } = process.env;

/** Returns the token. For OAuth, the generated code sends it as it is, without its scheme. */
const accessToken = async (scheme?: string) =>
  scheme === 'oauth2' ? `Bearer ${ACCESS_TOKEN}` : ACCESS_TOKEN;

function expectEqual(actual: unknown, expected: unknown): void {
  const [found, wanted] = [actual, expected].map((value) => JSON.stringify(value));
  if (found !== wanted) throw new Error(`${found} is not ${wanted}`);
}

const sources = new DataSourceApi(new Configuration({ basePath: BASE_URL, accessToken }));
await sources.createDataSource({
  dataSourceInput: {
    name: 'My watch',
    embedded: { device: [{ manufacturer: 'Garmin', model: 'FR-935' }] },
  },
});
const { embedded } = await sources.listDataSources();
const names = embedded.dataSources.map(({ name }) => name);
expectEqual(names, ['My watch']);

const diary = new DiaryApi(
  new DiaryConfiguration({ basePath: DIARY_BASE_URL, accessToken }),
);
const identity = { svcClientId: CLIENT_ID ?? '', svcUserId: USER_ID ?? '' };
const date = new Date('2026-11-20');
await diary.createDiaryEntries({
  ...identity,
  diaryEntriesInput: {
    items: [
      {
        type: 'exercise',
        date,
        exercise: { id: '1' },
        duration: 1800,
        energy: { unit: 'calories', value: 254.5 },
        distance: 5012.25,
      },
      {
        type: 'food_entry',
        date,
        diaryMeal: 'Lunch',
        food: { name: 'Soup' },
        nutritionalContents: {},
      },
    ],
  },
});
const { items } = await diary.getDiaryDay({
  ...identity,
  entryDate: date,
  types: ['diary_meal', 'exercise', 'food_entry'],
  fields: ['all'],
});
const [meal, exercise, food] = items;
const found = [meal?.diaryMeal, exercise?.distance, food?.food?.name];
expectEqual(found, ['Lunch', 5012.25, 'Soup']);
