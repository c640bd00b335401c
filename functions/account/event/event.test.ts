import { describe, expect, it } from 'vitest';
import { buildRecordEvents } from '#kit/event-log.ts';
import { coversScope } from '#shared/contract/scopes.ts';
import {
  type EventType,
  eventTypes,
  resourceScopes,
  type StoredEvent,
  seeEvent,
} from './event.ts';

/** Builds an event, of which all other members are those of any. */
function build(members: Partial<StoredEvent>): StoredEvent {
  const [event] = buildRecordEvents(1, members).events;
  if (!event) throw new Error('There is no event.');
  return event;
}

/** Returns the type that viewers see from whom some types are hidden. */
const see = (event: StoredEvent, ...hidden_types: string[]) =>
  seeEvent(event, { scope: 'read', hidden_types })?.type;

describe('an event', () => {
  it('is of a resource whose type its own begins with', () => {
    const types = new Set(eventTypes.map((type: EventType) => type.split('.')[0]));
    expect([...types].sort()).toEqual(Object.keys(resourceScopes).sort());
  });

  it.each(Object.entries(resourceScopes))(
    'of a %s is seen with the scope %s, and with full access that covers it',
    (type, scope) => {
      const resource = { type: type as StoredEvent['resource']['type'], id: '1' };
      const event = build({ resource });
      const sees = (granted: string) =>
        seeEvent(event, { scope: granted, hidden_types: [] }) !== undefined;
      expect([sees(scope), sees('read'), sees('profile.read')]).toEqual([
        true,
        coversScope('read', scope),
        false,
      ]);
    },
  );

  it('does not exist for whom its provider is hidden', () => {
    const event = build({ remote_connection_type: 'polar' });
    expect([see(event), see(event, 'whoop')]).toEqual([event.type, event.type]);
    expect(see(event, 'polar', 'whoop')).toBeUndefined();
  });

  it('is what the other hidden types make of it, and usually the same', () => {
    const views = {
      types: ['polar', 'whoop'],
      outcomes: {
        '': 'none',
        polar: 'diary_entry.hidden',
        'polar whoop': 'none',
      },
    } as const;
    const event = build({ type: 'diary_entry.shown', views });
    expect(see(event)).toBeUndefined();
    expect(see(event, 'polar')).toBe('diary_entry.hidden');
    expect(see(event, 'whoop', 'garmin')).toBe('diary_entry.shown');
    expect(see(event, 'whoop', 'polar')).toBeUndefined();
  });

  it('shows nobody its provider and what others see', () => {
    const views = { types: ['polar'], outcomes: { polar: 'none' } } as const;
    const event = build({ remote_connection_type: 'whoop', views });
    const seen = seeEvent(event, { scope: 'read', hidden_types: [] });
    expect(JSON.stringify(seen)).not.toMatch(/whoop|polar/);
  });
});
