/** The times since which events can be sent again, in milliseconds. */
export const resendSpans = {
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 30 * 86_400_000,
};
export const spanNames = ['hour', 'day', 'week', 'month'] as const;
