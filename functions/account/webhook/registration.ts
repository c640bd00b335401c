import * as z from 'zod/mini';
import { eventTypes } from '#functions/account/event/event.ts';
import { deferred, described, text } from '#shared/contract/schema.ts';
import { ItemLink, type Links, PlainLink } from '#shared/hal/links.ts';
import { formatOffsetTime, formatOptionalTime } from '#shared/runtime/time.ts';
import { noticeTypes } from './delivery.ts';
import { disabledReasons, type Webhook, webhookStates } from './webhook.ts';

const names = [...eventTypes, ...noticeTypes] as const;

type ResourceOf<Name> = Name extends `${infer Resource}.${string}` ? Resource : never;
type ResourceName = ResourceOf<(typeof names)[number]>;

const getResourceName = (name: (typeof names)[number]) =>
  name.split('.')[0] as ResourceName;
const resources = new Set(names.map(getResourceName));

/** The types that a webhook can select: all, all of a resource, or one. */
export const selectableTypes = [
  '*' as const,
  ...Array.from(resources, (name) => `${name}.*` as const),
  ...names,
];
export type SelectableType = (typeof selectableTypes)[number];

const typeNames: readonly string[] = selectableTypes;
const EventSelector = z.enum(typeNames).check(
  z.meta({
    id: 'EventSelector',
    description: 'A type of events, `*` for all, or all of a resource.',
    // Generated clients in Ruby would have a constant without a name for `*`.
    'x-enum-varnames': typeNames.map((name) =>
      name.replace('*', 'all').replace('.', '_').toUpperCase(),
    ),
  }),
);

const fields = {
  url: described(
    text(1000, 1),
    'The https address to which events are sent. It must return a challenge before it is ' +
      'accepted.',
    'https://app.example/events',
  ),
  types: described(
    z.array(EventSelector).check(z.minLength(1), z.maxLength(selectableTypes.length)),
    'The types of events that are sent.',
    ['diary_entry.*', 'user.erased'],
  ),
};

export const WebhookCreation = z.object(fields).check(z.meta({ id: 'WebhookInput' }));
export type WebhookCreation = z.output<typeof WebhookCreation>;

export const WebhookChange = z
  .partial(
    z.object({
      ...fields,
      state: described(
        z.enum(['active', 'disabled']),
        '`disabled` stops all deliveries. `active` starts them again, from where they stopped.',
      ),
    }),
  )
  .check(z.meta({ id: 'WebhookChangeInput' }));
export type WebhookChange = z.output<typeof WebhookChange>;

const Time = z.nullable(z.string());

const members = {
  ...fields,
  state: described(
    z.enum(webhookStates),
    '`degraded`: the last deliveries failed, so one at a time is tried. `disabled`: nothing ' +
      'is sent.',
  ),
  disabled_reason: described(
    z.nullable(z.enum(disabledReasons)),
    'Why it is disabled: by the application or the operator, because the receiver responded ' +
      'with 410, or because deliveries failed for 5 days.',
  ),
  failing_since: described(Time, 'When the first of the failures in a row happened.'),
  created_datetime: described(
    z.string(),
    'When the webhook was created.',
    '2026-11-20T09:30:00+00:00',
  ),
  previous_secret_expires_datetime: described(
    Time,
    'Until when deliveries are signed with the replaced secret as well.',
  ),
  _links: z.object({ self: ItemLink, deliveries: PlainLink, documentation: PlainLink }),
};

export const WebhookRepresentation = deferred(() =>
  z.object(members).check(
    z.meta({
      id: 'Webhook',
      description: 'An address of an application to which events are sent.',
    }),
  ),
);

export const WebhookWithSecret = z
  .object({
    ...members,
    secret: described(
      z.string(),
      'The secret that signs deliveries. It cannot be read again.',
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw0m2VqUXp3bY=',
    ),
  })
  .check(
    z.meta({ id: 'WebhookWithSecret', description: 'A webhook and its new secret.' }),
  );

/** A new webhook. A creation that has another state loses it. */
export const NewWebhookRepresentation = deferred(() =>
  z.object({ ...members, state: z.literal('active') }),
);

/** Returns a webhook as its application sees it. */
export function presentWebhook(webhook: Webhook, links: Links) {
  const { id, url, types, state } = webhook;
  const { disabled_reason = null, failing_since, created_datetime } = webhook;
  return {
    url,
    types: [...types],
    state,
    disabled_reason,
    failing_since: formatOptionalTime(failing_since),
    created_datetime: formatOffsetTime(created_datetime),
    previous_secret_expires_datetime: formatOptionalTime(
      webhook.previous_secret_expires_datetime,
    ),
    _links: {
      self: links.item('webhook', id),
      deliveries: links.collection(toDeliveryCollection(id)),
      documentation: links.documentation('webhook'),
    },
  };
}

/** Returns the collection of the deliveries of a webhook, as links name it. */
export function toDeliveryCollection(id: string): string {
  return `webhook/${encodeURIComponent(id)}/delivery`;
}
