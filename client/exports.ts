/** The exports of the package. */
export type { ChangesOptions, DataChange } from './changes.ts';
export {
  type ClientOptions,
  createFitnessDataClient,
  type FitnessDataClient,
} from './client.ts';
export type { DatedItems, DateRange, DayOptions, DiaryDayItem } from './diary-days.ts';
export { FitnessDataError } from './fitness-data-error.ts';
export {
  getImageUrl,
  type ImageSize,
  type ImageSource,
} from './images.ts';
export type { ImportFields, ImportSource } from './imports.ts';
export type { ListItem, ListPath, ListQuery } from './lists.ts';
export type { components as DiarySchemas } from './openapi/diary.ts';
export type { components as MainSchemas } from './openapi/main.ts';
export type { RetryOptions } from './retries.ts';
export type { Auth, SignInOptions } from './sign-in.ts';
export { createMemoryStorage, type TokenStorage } from './storage.ts';
export type { SessionTokens } from './token-endpoint.ts';
export {
  type ReceivedEvent,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookOptions,
} from './verify-webhook.ts';
