/** What a change of merged entries needs. */
export const decisionNeeds = {
  errors: ['item_too_large'],
  table: ['getEach', 'query', 'put', 'update', 'check', 'transact'],
  storeCalls: {
    max: 98,
    reason:
      'at most ten days around the workouts are read, and the connections and data sources ' +
      'that decide which workout is shown. One transaction writes the changed days and checks ' +
      'the rest. It is tried again, at most 20 times, while other requests change the same days',
  },
} as const;
