import { describe, expect, it, vi } from 'vitest';
import { buildZip } from '#kit/archives/build-zip.ts';
import { listAll } from '#kit/archives/sources.ts';

const timeZone = 'Europe/Berlin';

/** Returns the rows of the only part of a table. */
async function readTable(content: string | Uint8Array, name = 'table.csv') {
  const [file] = await listAll(Buffer.from(content), { name, timeZone });
  if (file?.decoded.outcome !== 'rows') throw new Error('It is no table.');
  return file.decoded;
}

const head = 'Day,Time,Group,Metric,Unit,Amount\n';

describe('a table of measurements', () => {
  it.each([
    {
      title: 'Cronometer',
      content: `${head}2026-09-20,07:10,,Weight (Garmin),lbs,100\n2026-09-20,,,Blood Pressure,mmHg,120/80\n`,
      values: [
        {
          type: 'weight',
          date: '2026-09-20',
          time: '2026-09-20T07:10:00+02:00',
          value: 45.359,
        },
        {
          type: 'blood_pressure',
          date: '2026-09-20',
          time: '2026-09-20T12:00:00+02:00',
          value: 120,
          diastolic: 80,
        },
      ],
    },
    {
      title: 'Withings in French',
      content:
        'Date;"Poids (kg)";"Masse grasse (kg)";Commentaires\n"2026-01-20 07:10:00";80,5;16,1;\n',
      values: [
        {
          type: 'weight',
          date: '2026-01-20',
          time: '2026-01-20T07:10:00+01:00',
          value: 80.5,
        },
        {
          type: 'body_fat',
          date: '2026-01-20',
          time: '2026-01-20T07:10:00+01:00',
          value: 20,
        },
      ],
    },
    ...[
      {
        language: 'English',
        headings: 'from,to,"light (s)","deep (s)","rem (s)","awake (s)"',
      },
      {
        language: 'German',
        headings: 'von,bis,"leicht (s)","tief (s)","rem (s)","wach (s)",Aufwachen',
      },
    ].map(({ language, headings }) => ({
      title: `the sleep of Withings in ${language}`,
      content: `${headings}
2026-09-19T23:10:00+02:00,2026-09-20T07:10:00+02:00,14400,7200,3600,600,3
`,
      values: [
        {
          type: 'sleep',
          date: '2026-09-20',
          time: '2026-09-19T23:10:00+02:00',
          value: 25_200,
          sleep: {
            end: '2026-09-20T07:10:00+02:00',
            light: 14_400,
            deep: 7200,
            rem: 3600,
            awake: 600,
          },
        },
      ],
    })),
    {
      title: 'Libra',
      content:
        '#Version:5\n#Units:kg\n\n#date;weight;weight trend;body fat;body fat trend;comment\n' +
        '2026-09-20;80.1;80.3;18.0;18.1;\n',
      values: [
        {
          type: 'weight',
          date: '2026-09-20',
          time: '2026-09-20T12:00:00+02:00',
          value: 80.1,
        },
        { type: 'body_fat', date: '2026-09-20', value: 18 },
      ],
    },
    {
      title: 'Garmin, with the day in a line of its own',
      content:
        'Time,Weight,Change,BMI,Body Fat,Skeletal Muscle Mass,Bone Mass,Body Water,\n' +
        '" Sep 21, 2026",\n11:59 PM,80.4 kg,--,24.7,--,--,--,--,\n' +
        '7:10 AM,80.2 kg,0.3 kg,24.7,18.1 %,35.1 kg,3.2 kg,55.1 %,\n,,,,,,,,\n\n' +
        '" Sep 20, 2026",\n7:10 AM,176.4 lbs,0.4 lbs,24.7,18.0 %,35.1 kg,3.2 kg,55.1 %,\n',
      values: [
        { type: 'weight', time: '2026-09-21T23:59:00+02:00', value: 80.4 },
        { type: 'weight', time: '2026-09-21T07:10:00+02:00', value: 80.2 },
        { type: 'body_fat', date: '2026-09-21', value: 18.1 },
        { type: 'weight', time: '2026-09-20T07:10:00+02:00', value: 80.014 },
        { type: 'body_fat', date: '2026-09-20', value: 18 },
      ],
    },
    {
      title: 'Garmin, with the days in a column that people have added',
      content:
        'Date,Time,Weight,Change,BMI,Body Fat\n2026-09-20,7:10 AM,80.2 kg,--,24.7,--\n',
      values: [{ type: 'weight', time: '2026-09-20T07:10:00+02:00', value: 80.2 }],
    },
    {
      title: 'openScale',
      content:
        '"biceps","bone","dateTime","fat","waist","weight"\n' +
        '0.0,3.1,"2026-09-20 07:10",18.5,0.0,80.1\n',
      values: [
        { type: 'body_fat', value: 18.5 },
        { type: 'weight', time: '2026-09-20T07:10:00+02:00', value: 80.1 },
      ],
    },
    {
      title: 'openScale 3',
      content:
        'DATE,TIME,BMI,BODY_FAT,CALIPER_1,TDEE,WAIST,WEIGHT,WHTR\n' +
        '2026-09-20,07:10,24.7,18.5,0.0,2400,82 cm,80.1 kg,0.45\n',
      values: [
        { type: 'body_fat', value: 18.5 },
        { type: 'waist', value: 82 },
        { type: 'weight', time: '2026-09-20T07:10:00+02:00', value: 80.1 },
      ],
    },
    {
      title: 'any scale with a BMI',
      content: 'Date,Time,Weight (kg),BMI,Body fat (%)\n2026-09-20,07:10,80.1,24.7,18\n',
      values: [
        { type: 'weight', value: 80.1 },
        { type: 'body_fat', value: 18 },
      ],
    },
    {
      title: 'Google Fit, of which days without steps have none',
      content:
        'Date,Distance (m),Average weight (kg),Steps,Weight (kg)\n' +
        '2026-09-20,4100.5,80.1,5200,80.1\n2026-09-21,,,,80\n',
      values: [
        { type: 'steps', value: 5200 },
        { type: 'weight', value: 80.1 },
        { type: 'weight', date: '2026-09-21', value: 80 },
      ],
    },
    {
      title: 'Fitbit and Samsung Health with the headings of the guide',
      content: 'Date,Time,Weight (lb),Body fat (%)\n09/20/26,07:10:00,100,18\n',
      values: [
        { type: 'weight', value: 45.359 },
        { type: 'body_fat', value: 18 },
      ],
    },
    {
      title: 'our own form with units without parentheses',
      content: 'Date,Weight kg,Waist_cm,Steps\n2026-09-20,80.1,82,9200\n',
      values: [
        { type: 'weight', value: 80.1 },
        { type: 'waist', value: 82 },
        { type: 'steps', value: 9200 },
      ],
    },
    {
      title: 'our own form beside sums of energy and time',
      content:
        'Date,Weight (kg),Food kcal,Exercise kcal,Duration ms,Protein g\n' +
        '2026-09-20,80.1,1800,300,600,90\n',
      values: [{ type: 'weight', value: 80.1 }],
    },
    {
      title: 'our own form',
      content: 'Date,Weight,Resting heart rate\n20.09.2026,80.1 kg,51\n',
      values: [
        { type: 'weight', value: 80.1 },
        { type: 'resting_heart_rate', date: '2026-09-20', value: 51 },
      ],
    },
  ])('of $title is read', async ({ content, values }) => {
    const read = await readTable(content);
    expect(read.values).toMatchObject(values);
    expect(read).toMatchObject({ leftOut: [], changes: {} });
  });

  it('that has only headings is skipped, as archives have of what nobody measured', async () => {
    const content = Buffer.from('Date,"Heart rate",Systolic,Diastolic,Comments\n');
    const files = await listAll(content, { name: 'bp.csv' });
    const decoded = { outcome: 'skipped', reason: 'only_headings' };
    expect(files).toMatchObject([{ name: 'bp.csv', decoded }]);
  });

  it('in an archive of Withings is told by its name', async () => {
    const zip = await buildZip({
      'aggregates_steps.csv': 'date,value\n2026-09-20,8000\n',
      'aggregates_distance.csv': 'date,value\n2026-09-20,8000\n',
    });
    const files = await listAll(zip);
    expect(files.map(({ decoded }) => decoded)).toMatchObject([
      { outcome: 'rows', values: [{ type: 'steps', date: '2026-09-20', value: 8000 }] },
      { outcome: 'skipped', reason: 'unknown_kind' },
    ]);
  });

  it('in an archive of Lose It! is told by its name', async () => {
    const head = 'Date,Value,Secondary Value,Last Updated\n';
    const zip = await buildZip({
      'steps.csv': `${head}09/02/2026,9200.0,n/a,2026-09-02T20:00:00Z\n`,
      'body-fat.csv': `${head}09/02/2026,18.5,n/a,2026-09-02T20:00:00Z\n`,
      'water-intake.csv': `${head}09/02/2026,64.0,n/a,2026-09-02T20:00:00Z\n`,
    });
    const files = await listAll(zip);
    const date = '2026-09-02';
    expect(files.map(({ decoded }) => decoded)).toMatchObject([
      { outcome: 'rows', values: [{ type: 'steps', date, value: 9200 }] },
      { outcome: 'rows', values: [{ type: 'body_fat', date, value: 18.5 }] },
      { outcome: 'skipped', reason: 'unknown_kind' },
    ]);
  });

  it.each(['0.5', '100'])(
    'has no number that cannot be stored, as with %s',
    async (begin) => {
      const cell = begin + '0'.repeat(150);
      const night = '2026-09-19T23:10:00Z,2026-09-20T07:10:00Z';
      const tables = [
        `Date,Weight (kg),Fat mass (kg)\n2026-09-20,-${cell},${cell}\n2026-09-20,0,0\n`,
        `from,to,light (s),deep (s),awake (s)\n${night},-60,14400,0\n${night},60,-14400,0\n`,
      ];
      for (const table of tables) {
        const { values, leftOut } = await readTable(table);
        expect([values, leftOut]).toEqual([
          [],
          [{ first: 2, last: 3, reason: 'implausible' }],
        ]);
      }
    },
  );

  it('takes no impossible distance from UTC, and no number of a long text', async () => {
    const times = ['20T07:10:00+99:99,80', '21T07:10:00+14:00,80'];
    const rows = [...times, `22,8${' '.repeat(100)}0`].map((row) => `2026-09-${row}\n`);
    const read = await readTable(`Date,Weight (kg)\n${rows.join('')}`);
    expect(read.values.map(({ time }) => time)).toEqual([
      '2026-09-20T07:10:00+02:00',
      '2026-09-21T07:10:00+14:00',
    ]);
    expect(read.leftOut).toEqual([{ first: 4, last: 4, reason: 'implausible' }]);
  });

  it('has times in UTC on the day of the place', async () => {
    const rows = ['2026-01-03T23:30:00.000Z;80', '2026-07-03T22:30:00Z;81'];
    const read = await readTable(`Date;Weight (kg)\n${rows.join('\n')}\n`);
    expect(read.values).toMatchObject([
      { date: '2026-01-04', time: '2026-01-04T00:30:00+01:00' },
      { date: '2026-07-04', time: '2026-07-04T00:30:00+02:00' },
    ]);
    expect(read.leftOut).toEqual([]);
  });

  it('has days that a program writes as midnight in UTC', async () => {
    const rows = ['2026-09-20T00:00:00.000Z;80', '2026-09-21T00:00:00Z;81'];
    const content = `Date;Weight (kg)\n${rows.join('\n')}\n`;
    const zone = { name: 'table.csv', timeZone: 'America/New_York' };
    const [file] = await listAll(Buffer.from(content), zone);
    expect(file?.decoded).toMatchObject({
      values: [{ date: '2026-09-20' }, { date: '2026-09-21' }],
    });
  });

  it('leaves out rows with a time in UTC of no day, and takes a day with no time', async () => {
    const days = ['0000-00-00T00:00:00Z', '2026-13-01T10:00:00Z', '2026-02-30T10:00:00Z'];
    const rows = [...days, '2026-01-03T25:00:00Z'].map((day) => `${day},80`);
    const read = await readTable(`Date,Weight (kg)\n${rows.join('\n')}\n`);
    expect(read.leftOut).toEqual([{ first: 2, last: 4, reason: 'no_date' }]);
    expect(read.values).toMatchObject([{ time: '2026-01-03T12:00:00+01:00' }]);
  });

  it('keeps all values of one time, a second apart', async () => {
    const rows = ['07:10,120,80', '07:10,118,79', '07:10,120,80', ',117,78', ',116,77'];
    const lines = rows.map((row) => `2026-09-20,${row}`);
    const read = await readTable(`Date,Time,Systolic,Diastolic\n${lines.join('\n')}\n`);
    expect(read.values.map(({ time, value }) => [time?.slice(11, 19), value])).toEqual([
      ['07:10:00', 120],
      ['07:10:01', 118],
      ['07:10:00', 120],
      ['12:00:00', 117],
      ['12:00:01', 116],
    ]);
  });

  it('keeps as many values of one minute as it has seconds, and counts the others', async () => {
    const rows = Array.from({ length: 62 }, (_, at) => `2026-09-20,07:10,${70 + at}`);
    const read = await readTable(`Date,Time,Weight (kg)\n${rows.join('\n')}\n`);
    expect(new Set(read.values.map(({ time }) => time)).size).toBe(60);
    expect(read.values).toHaveLength(60);
    expect(read.changes).toEqual({ values_left_out: 2 });
  });

  it('has the latest of several values of which a day has one', async () => {
    const rows = ['07:10,18.1', '19:10,18.3', '12:10,18.2', ',18.4'];
    const lines = rows.map((row) => `2026-09-20,${row}`);
    const read = await readTable(`Date,Time,Body fat (%)\n${lines.join('\n')}\n`);
    expect(read.values).toMatchObject([{ type: 'body_fat', value: 18.4 }]);
    expect(read.changes).toEqual({ values_left_out: 3 });
    const timed = await readTable(
      `Date,Time,Body fat (%)\n${lines.slice(0, 3).join('\n')}\n`,
    );
    expect(timed.values).toMatchObject([{ value: 18.3 }]);
  });

  it('has no blood pressure that the interface would not take', async () => {
    const lines = ['20,399,301', '21,399,300', '22,120,120'].map(
      (row) => `2026-09-${row}`,
    );
    const read = await readTable(`Date,Systolic,Diastolic\n${lines.join('\n')}\n`);
    expect(read.values).toMatchObject([{ value: 399, diastolic: 300 }]);
    expect(read.leftOut).toEqual([
      { first: 2, last: 2, reason: 'implausible' },
      { first: 4, last: 4, reason: 'implausible' },
    ]);
  });

  it('has no part of a step', async () => {
    const { leftOut } = await readTable('Date,Steps\n2026-09-20,5.5\n');
    expect(leftOut).toEqual([{ first: 2, last: 2, reason: 'implausible' }]);
  });

  it('names the rows whose unit or measurement is not known', async () => {
    const rows = ['Weight,stone,12', 'Mood,,3', 'Body Fat,%,18', 'Body Fat,%,1800'];
    const content = head + rows.map((row) => `2026-09-20,07:10,,${row}\n`).join('');
    expect(await readTable(content)).toMatchObject({
      values: [{ type: 'body_fat', value: 18 }],
      leftOut: [
        { first: 2, last: 2, reason: 'unknown_unit' },
        { first: 3, last: 3, reason: 'unknown_metric' },
        { first: 5, last: 5, reason: 'implausible' },
      ],
    });
  });
});

describe('a table of food', () => {
  const nutrients =
    'Cholesterol,Sodium (mg),Potassium,Carbohydrates (g),Fiber,Sugar,Protein (g),' +
    'Vitamin A,Vitamin C,Calcium,Iron';

  it.each([
    {
      title: 'MyFitnessPal',
      content:
        `Date,Meal,Calories,Fat (g),${nutrients}\n` +
        '2026-09-20,Lunch,"1,050.0",21.0,1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0,9.0,10.0,11.0\n',
      entry: {
        diary_meal: 'Lunch',
        nutritional_contents: {
          energy: { unit: 'calories', value: 1050 },
          fat: 21,
          sodium: 2,
          vitamin_a: 8,
          iron: 11,
        },
      },
    },
    {
      title: 'Lose It!',
      content:
        'Date,Name,Icon,Meal,Quantity,Units,Calories,Deleted,Fat (g)\n' +
        '09/02/2026,Apple,Apple,Snacks,1.50,Each,95,false,n/a\n',
      entry: {
        date: '2026-09-02',
        food: { name: 'Apple, 1.50 Each' },
        nutritional_contents: { energy: { unit: 'calories', value: 95 } },
      },
    },
    {
      title: 'our own form with an amount',
      content:
        'Date,Meal,Food,Quantity,Unit,Energy (kcal)\n2026-09-20,Lunch,Rice,200,g,260\n',
      entry: { food: { name: 'Rice, 200 g' } },
    },
    {
      title: 'MacroFactor',
      content:
        'Date,Time,Food Name,Serving Size,Serving Qty,Serving Weight (g),Calories (kcal)\n' +
        '2026-09-20,08:30,Oats,cup,1.5,58,220\n',
      entry: {
        food: { name: 'Oats, 1.5 cup' },
        nutritional_contents: { energy: { unit: 'calories', value: 220 } },
      },
    },
    {
      title: 'FDDB',
      content: Buffer.from(
        'datum_tag_monat_jahr_stunde_minute;bezeichnung;interne_id;kj;fett_g;kh_g;protein_g;\n' +
          '20.09.2026 08:30;100 g Müsli;123;1550,5;7,0;58,7;13,5;\n',
        'latin1',
      ),
      entry: {
        food: { name: '100 g Müsli' },
        nutritional_contents: {
          energy: { unit: 'kilojoules', value: 1550.5 },
          fat: 7,
          carbohydrates: 58.7,
          protein: 13.5,
        },
      },
    },
  ])('of $title is read', async ({ content, entry }) => {
    const { days, leftOut } = await readTable(content);
    expect(days).toMatchObject([{ foods: [{ entry }] }]);
    expect(leftOut).toEqual([]);
  });

  it('keeps the thousands of an amount, and knows no masses of vitamins', async () => {
    const { days, changes } = await readTable(
      'Day,Time,Group,Food Name,Amount,Energy (kcal),Vitamin C (mg),Iron (mg)\n' +
        '2026-09-20,,Lunch,Water,"1,000.00 ml",0,2.5,0.1\n',
    );
    const food = { name: 'Water, 1,000 ml' };
    expect(days).toMatchObject([{ foods: [{ entry: { food } }] }]);
    expect(changes).toEqual({});
  });

  it('of FDDB can be in one file with its weights and much else', async () => {
    const dated = 'datum_tag_monat_jahr';
    const content = [
      '\ufeffuserhistory;',
      `${dated};gewicht_kg;koerperfett_prozent;wassergehalt_prozent;taillenumfang_cm;`,
      ...Array.from({ length: 12 }, (_, at) => `${at + 1}.09.2026;70,${at};0;0;82,5;`),
      'profile;',
      'name;',
      'Käthe;',
      'diary;',
      `${dated}_stunde_minute;bezeichnung;interne_id;kj;kj_aktivitaeten;fett_g;kh_g;protein_g;`,
      '"26.09.2026 08:30";"100 g Müsli";"123";"418,4";"0";"1";"20";"3";',
      'images;',
      `${dated};datei;`,
      '25.09.2026;70,5;',
    ].join('\r\n');
    const zip = await buildZip({ 'complete.csv': content });
    const single = await listAll(Buffer.from(content), { name: 'complete.csv' });
    expect(await listAll(zip)).toEqual(single);
    expect(single.map(({ name }) => name)).toEqual([
      'complete.csv: diary',
      'complete.csv: userhistory',
    ]);
    const [food, body] = single.map(({ decoded }) => decoded);
    expect(food).toMatchObject({
      days: [
        { date: '2026-09-26', foods: [{ entry: { food: { name: '100 g Müsli' } } }] },
      ],
      leftOut: [],
    });
    expect(body).toMatchObject({ values: { length: 24 }, leftOut: [] });
    const values = body?.outcome === 'rows' ? body.values.slice(0, 2) : [];
    expect(values).toMatchObject([
      { type: 'weight', value: 70 },
      { type: 'waist', value: 82.5 },
    ]);
  });

  it('of FDDB has no food in a row of an exercise', async () => {
    const { days, leftOut } = await readTable(
      'datum_tag_monat_jahr_stunde_minute;bezeichnung;interne_id;kj;kj_aktivitaeten;\n' +
        '19.09.2026 08:30;100 g Hafer;123;1550,0;0;\n' +
        '20.09.2026 08:30;100 g Hafer;123;1550,0;0;\n' +
        '20.09.2026 18:00;Joggen;;0;1200,0;\n' +
        '21.09.2026 08:30;100 g Hafer;123;1550,0;0;\n',
    );
    expect(days.map(({ foods }) => foods.length)).toEqual([1, 1, 1]);
    expect(days[1]).toMatchObject({ date: '2026-09-20', isCovered: true });
    expect(leftOut).toEqual([{ first: 4, last: 4, reason: 'exercise' }]);
  });

  it('is none if it has only names, or is of workouts', async () => {
    const tables = [
      'Date,Name\n1990-05-01,Uncle Bob\n',
      'Date,Name,Energy (kcal)\n1990-05-01,Uncle Bob,\n',
      'Date,Exercise,Type,Steps\n2026-09-20,Walk,Cardio,9200\n',
      // Strong, Polar Flow, Garmin Connect, and a table of one's own.
      'Date,Workout Name,Exercise Name,Set Order,Weight,Reps\n2026-09-20,Legs,Squat,1,100,5\n',
      'Name,Sport,Date,Start time,Duration,Calories,Weight (kg)\nBob,Run,2026-09-20,07:10,0:30,300,80\n',
      'Activity Type,Date,Title,Distance,Calories,Steps\nRun,2026-09-20 07:10,Run,5.1,300,4800\n',
      'Date,Name,Calories,Duration\n2026-09-20,Run,300,30\n',
    ];
    const read = tables.map((content) =>
      listAll(Buffer.from(content), { name: 'table.csv', timeZone }),
    );
    const decoded = (await Promise.all(read)).flat().map((file) => file.decoded);
    expect(decoded).toMatchObject(
      tables.map(() => ({ outcome: 'skipped', reason: 'unknown_kind' })),
    );
  });

  it('is not guessed to have decimals, unless another number or the service tells', async () => {
    const head = 'Date,Meal,Energy (kcal),Fat\n';
    const row = '2026-09-20,Lunch,"1,050",';
    const open = await readTable(`${head}${row}\n`);
    expect(open.leftOut).toEqual([{ first: 2, last: 2, reason: 'unknown_sign' }]);
    const { days } = await readTable(`${head}${row}2.5\n`);
    expect(days[0]?.foods[0]?.entry.nutritional_contents).toMatchObject({
      energy: { value: 1050 },
    });
    const service = 'Date,Name,Icon,Meal,Calories,Deleted\n';
    const told = await readTable(`${service}09/20/2026,Soup,,Lunch,"1,050",false\n`);
    expect(told.days[0]?.foods[0]?.entry.nutritional_contents).toMatchObject({
      energy: { value: 1050 },
    });
  });

  it('names each row that is too long, and has the rows after it', async () => {
    const long = `2026-09-20,Lunch,${'x, '.repeat(100_000)}`;
    const wide = `2026-09-20,Lunch,Tea${',1'.repeat(1000)}`;
    const undated = `${'x'.repeat(300_000)}"\r`;
    const rows = [long, wide, undated, '2026-09-20,Lunch,Soup'];
    const read = await readTable(`Date,Meal,Food\n${rows.join('\n')}\n`);
    expect(read).toMatchObject({
      days: [{ foods: [{ row: 5, entry: { food: { name: 'Soup' } } }] }],
      leftOut: [{ first: 2, last: 4, reason: 'too_long' }],
    });
  });

  it('can have quotes in its values, however many rows have some', async () => {
    const burgers = Array.from(
      { length: 120 },
      () => '2026-09-20,Lunch,"Big" burger,9,5',
    );
    const rows = [
      ...burgers,
      '2026-09-20,Lunch,5" sub,9,5',
      '2026-09-20,Lunch,"Soup, hot",9,5',
    ];
    const content = `Date,Meal,Food,Energy (kcal),Fat\n${rows.join('\n')}\n`;
    const { days } = await readTable(content);
    const names = days[0]?.foods.map(({ entry }) => entry.food?.name);
    expect(names).toHaveLength(122);
    expect(names?.slice(-3)).toEqual(['"Big" burger', '5" sub', 'Soup, hot']);
    const spaced = await readTable(
      'Date,Meal,Food,Brand,Energy (kcal)\n2026-09-20,Lunch, "Big" burger,"Diner, new",650\n',
    );
    const energy = { unit: 'calories', value: 650 };
    expect(spaced.days[0]?.foods[0]?.entry).toMatchObject({
      food: { name: '"Big" burger', brand: 'Diner, new' },
      nutritional_contents: { energy },
    });
  });

  it('can have spaces beside its quotes', async () => {
    const content =
      '"Date" , "Meal", "Food" ,"Energy (kcal)"\n' +
      '2026-09-20, "Lunch" , "Soup, hot" ,"220"\n';
    const { days, leftOut } = await readTable(content);
    expect(leftOut).toEqual([]);
    expect(days).toMatchObject([
      { foods: [{ entry: { diary_meal: 'Lunch', food: { name: 'Soup, hot' } } }] },
    ]);
  });

  it('keeps each line in its encoding, also far behind the first bytes', async () => {
    const row = '2026-09-20,Lunch,';
    const head = `Date,Meal,Food\n${`${row}Tee\n`.repeat(8000)}`;
    const content = Buffer.concat([
      Buffer.from(`${head}${row}Käse\n`),
      Buffer.from(`${row}Käse\n`, 'latin1'),
      Buffer.from(`${row}Käse\n`),
    ]);
    const files = await listAll(content, { name: 'table.csv', timeZone });
    const names = files.flatMap(({ decoded }) =>
      decoded.outcome === 'rows'
        ? decoded.days[0]?.foods.map(({ entry }) => entry.food?.name)
        : [],
    );
    expect(names.slice(-3)).toEqual(['Käse', 'Käse', 'Käse']);
  });

  it('has no row with an energy that may be in either unit', async () => {
    const { leftOut } = await readTable('Date,Meal,Energy\n2026-09-20,Lunch,220\n');
    expect(leftOut).toEqual([{ first: 2, last: 2, reason: 'unknown_unit' }]);
  });

  it('has dates with the names of months, whose formats are made once', async () => {
    const formats = vi.spyOn(Intl, 'DateTimeFormat');
    const words = [
      'Sep 20, 2026',
      '20. September 2026',
      '20 de septiembre de 2026',
      '20-Sep-2026',
      '20-Sep-26',
      'Sunday, September 20th, 2026',
      'Sun Sep 20 2026 00:00:00',
      'So., 20.09.2026',
      '2026-Sep-20',
      '20260920',
    ];
    const rows = Array.from({ length: 300 }, (_, at) => `"${words[at % 10]}",Lunch,Tea`);
    const { days } = await readTable(`Date,Meal,Food\n${rows.join('\n')}\n`);
    expect(days).toMatchObject([{ date: '2026-09-20', foods: { length: 300 } }]);
    expect(formats.mock.calls.length).toBeLessThan(20);
    formats.mockRestore();
  });

  it('is read in parts of whole days, which have the same names at each time', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => {
      const date = new Date(Date.UTC(2026, 0, 1 + Math.floor(index / 2)));
      return `${date.toISOString().slice(0, 10)},Lunch,Tea ${index}`;
    });
    const content = Buffer.from(`Date,Meal,Name\n${rows.join('\n')}\n`);
    const parts = await listAll(content, { name: 'tea.csv' });
    expect(parts.map(({ name }) => name)).toEqual(['tea.csv: 2–101', 'tea.csv: 102–121']);
    const [, second] = parts;
    expect(await listAll(content, { name: 'tea.csv', from: 1 })).toEqual([second]);
  });
});
