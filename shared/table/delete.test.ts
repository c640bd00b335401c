import { expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { createTableOfAttempts } from '#kit/table-attempts.ts';
import { newId } from '../runtime/ids.ts';
import { exists, isNew } from './condition.ts';

const newKey = () => ({ pk: `DELETED#${newId(new Date())}`, sk: 'DELETED' });

it.each([
  { attempts: ['lost'] },
  { attempts: ['lost', 'conflict'] },
  { attempts: ['conflict', 'lost'] },
  { attempts: ['lost', 'conflict', 'conflict'] },
  { attempts: ['unreachable', 'lost'] },
  { attempts: ['skewed', 'lost', 'conflict'] },
  { attempts: ['conflict'] },
] as const)('a delete has deleted its item after $attempts', async ({ attempts }) => {
  const key = newKey();
  await table().put(key, isNew);
  expect(await createTableOfAttempts(attempts).delete(key, exists)).toBe(true);
  expect(await table().get(key)).toBeUndefined();
});

it.each([
  { attempts: ['skewed'] },
  { attempts: ['conflict'] },
  { attempts: ['skewed', 'conflict'] },
] as const)(
  'a delete does not find an unknown item after $attempts',
  async ({ attempts }) => {
    expect(await createTableOfAttempts(attempts).delete(newKey(), exists)).toBe(false);
  },
);
