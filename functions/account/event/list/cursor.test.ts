import { afterEach, expect, it, vi } from 'vitest';
import { openCursors } from './cursor.ts';

const head = { sequence: 42, cursor_key: new Uint8Array(32).fill(1) };
const viewer = { user_id: 'ann', scope: 'read', hidden_types: ['strava', 'polar'] };

afterEach(() => void vi.unstubAllEnvs());

it('a cursor has its number for whoever sees the same', () => {
  const sealed = openCursors(head, viewer).seal(42);
  expect(sealed).toMatch(/^[\w-]{59}$/);
  const same = { ...viewer, hidden_types: viewer.hidden_types.toReversed() };
  expect(openCursors(head, same).open(sealed)).toBe(42);
});

it('a cursor cannot be made, and is of no other log', () => {
  const sealed = openCursors(head, viewer).seal(42);
  const other = { ...head, cursor_key: new Uint8Array(32).fill(2) };
  expect(openCursors(other, viewer).open(sealed)).toBeUndefined();
  const forged = openCursors(undefined, viewer).seal(42);
  expect(openCursors(head, viewer).open(forged)).toBeUndefined();
});

it('a cursor has expired if a backup was restored, which has another table', () => {
  const cursors = [head, undefined].map((log) => openCursors(log, viewer).seal(0));
  vi.stubEnv('TABLE_NAME', 'Restored');
  const { open } = openCursors(head, viewer);
  expect(cursors.map(open)).toEqual([undefined, undefined]);
});
