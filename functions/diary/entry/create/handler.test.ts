import { expect, it } from 'vitest';
import { callHandler } from '#kit/call-handler.ts';
import { run } from '#kit/diary.ts';
import { issueUserToken, newPerson, table } from '#kit/fixtures.ts';
import { occupyDay } from '#kit/full-days.ts';
import { exists } from '#shared/table/condition.ts';
import { dayKeys } from '../day.keys.ts';

it('marks a response as a replay only if the entries were stored before', async () => {
  const person = await newPerson();
  const { user_id } = person;
  const token = await issueUserToken(person);
  const post = async () => {
    const json = { items: [run] };
    const headers = { 'Idempotency-Key': 'key' };
    const options = { host: 'diary', token, json, headers } as const;
    const response = await callHandler('POST', '/v2/diary', options);
    return [response.status, response.headers.get('idempotency-replayed')];
  };
  await occupyDay(user_id, run.date, 500);
  expect(await post()).toEqual([422, null]);
  await table().delete(dayKeys.diaryDay(user_id, run.date), exists);
  expect(await post()).toEqual([201, null]);
  expect(await post()).toEqual([201, 'true']);
});
