import * as z from 'zod/mini';
import { deferred, described } from '#shared/contract/schema.ts';
import { ItemLink, type Links, PlainLink } from '#shared/hal/links.ts';
import type { Page } from '#shared/hal/paging.ts';
import type { ActivityType } from '#shared/reference-data/activity-types.ts';
import { compact } from '#shared/runtime/compact.ts';

const exampleRoot = [{ href: '/v7.1/activity_type/51/', id: '51' }];
const exampleIcon = [{ href: 'https://cdn.example/icons/ride.svg' }];

/** An activity type as clients see it (specification 2.6). */
export const ActivityTypeRepresentation = deferred(() =>
  z
    .object({
      name: described(z.string(), 'The display name.', 'Road ride'),
      short_name: described(z.nullable(z.string()), 'A short name, or null.', 'road'),
      mets: described(
        z.number(),
        'Standard METs: energy expenditure as a multiple of resting.',
        8,
      ),
      mets_speed: z
        .array(
          z.object({
            mets: described(
              z.string(),
              'METs at this speed, as a decimal number.',
              '5.8',
            ),
            speed: described(z.number(), 'Meters per second.', 4.20218),
          }),
        )
        .check(
          z.describe('METs by speed, ascending. Empty if they do not depend on speed.'),
        ),
      location_aware: described(
        z.boolean(),
        'Whether a GPS location can be recorded.',
        true,
      ),
      import_only: described(
        z.boolean(),
        'Whether only imported workouts can have this type.',
        false,
      ),
      has_children: described(z.boolean(), 'Whether it has child types.', true),
      template: z
        .object({
          user_action_past: described(
            z.string(),
            'What a person did.',
            '{user.name} rode on the road',
          ),
          user_action_present: described(
            z.string(),
            'What a person is doing.',
            '{user.name} is riding on the road',
          ),
          activities_are: described(
            z.nullable(z.string()),
            'The plural noun with "are".',
            'Road rides are',
          ),
          plural_activity_is: described(
            z.nullable(z.string()),
            'Same as activities_are.',
            'Road rides are',
          ),
        })
        .check(
          z.describe(
            'Phrases for sentences. {user.name} is the placeholder for the name of the person.',
          ),
        ),
      _links: z.object({
        self: ItemLink,
        parent: z.optional(
          described(ItemLink, 'The parent type. Absent on a root.', exampleRoot),
        ),
        root: described(
          ItemLink,
          'The root of its tree. A root links to itself.',
          exampleRoot,
        ),
        icon_url: described(PlainLink, 'The SVG icon of its tree.', exampleIcon),
        documentation: PlainLink,
      }),
    })
    .check(
      z.meta({
        id: 'ActivityType',
        description: 'A kind of activity. The types form trees.',
      }),
    ),
);

/** A digest of all activity types as clients see them, which a test keeps current. */
const contentDigest = '71fb440b7b774f4968196db950d9f6c0';

/**
 * Returns the weak entity tag of an activity type, or of a page of them. It needs no body and no
 * hash, because all that changes a response is in it: the content, the version, the CDN and the
 * page.
 */
export function getTypesTag(version: string, cdn: string, page?: Page): string {
  const { limit = '', offset = '' } = page ?? {};
  const variant = Buffer.from([version, cdn, limit, offset].join(' '));
  return `W/"${contentDigest}-${variant.toString('base64url')}"`;
}

/**
 * Returns an activity type as clients see it. `cdn` is the URL of the CDN that serves the icons.
 */
export function present(type: ActivityType, links: Links, cdn: string) {
  const {
    id,
    parent,
    root,
    icon,
    activities_are,
    user_action_past,
    user_action_present,
    ...fields
  } = type;
  return {
    ...fields,
    template: {
      user_action_past,
      user_action_present,
      activities_are,
      plural_activity_is: activities_are,
    },
    _links: compact({
      self: links.item('activity_type', id),
      parent: parent === undefined ? undefined : links.item('activity_type', parent),
      root: links.item('activity_type', root),
      icon_url: [{ href: `${cdn}/icons/${icon}` }],
      documentation: links.documentation('activity_type'),
    }),
  };
}
