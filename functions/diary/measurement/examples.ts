/** A weight in the examples, as it is sent and as clients see it. */
export const sentWeight = {
  type: 'weight',
  time: '2026-11-20T07:10:00+01:00',
  value: 80.1,
  unit: 'kg',
} as const;

export const weight = {
  id: 'weight-202611-aQ3xK9v0bTz-1795155000',
  type: 'weight',
  date: '2026-11-20',
  time: '2026-11-20T07:10:00+01:00',
  value: 80.1,
  unit: 'kg',
  source: { origin: 'application', is_own: true },
} as const;
