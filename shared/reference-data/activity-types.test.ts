import { describe, expect, it } from 'vitest';
import {
  type ActivityType,
  findActivityType,
  listActivityTypes,
} from './activity-types.ts';

const activityTypes = listActivityTypes();

const toNames = (types: readonly ActivityType[]) => types.map(({ name }) => name);

describe('the activity types', () => {
  it('are 387, each found by its id', () => {
    expect(activityTypes).toHaveLength(387);
    for (const type of activityTypes) expect(findActivityType(type.id)).toEqual(type);
  });

  it('are found only by an id', () => {
    for (const id of ['0', '388', '01', '1.0', ' 1', '', 'run', '__proto__']) {
      expect(findActivityType(id)).toBeUndefined();
    }
  });

  it('form trees, each with the icon of its root', () => {
    const roots = activityTypes.filter(({ parent }) => parent === undefined);
    expect(roots).toHaveLength(27);
    for (const { id, root } of roots) expect(root).toBe(id);

    for (const { name, parent, root, icon } of activityTypes) {
      expect(findActivityType(root)?.icon, name).toBe(icon);
      if (parent === undefined) continue;
      expect(findActivityType(parent), name).toMatchObject({ root, has_children: true });
    }
  });

  it('have children exactly if has_children is true', () => {
    const parents = new Set(activityTypes.map(({ parent }) => parent));
    for (const { id, name, has_children } of activityTypes)
      expect(parents.has(id), name).toBe(has_children);
  });

  it('lead to their root through their parents', () => {
    const climb = (type: ActivityType, steps = 0): ActivityType => {
      const parent =
        type.parent === undefined ? undefined : findActivityType(type.parent);
      return parent && steps < activityTypes.length ? climb(parent, steps + 1) : type;
    };
    expect(toNames(activityTypes.filter((type) => climb(type).id !== type.root))).toEqual(
      [],
    );
  });

  it('cost no less energy at a higher speed', () => {
    const falling = activityTypes.filter(({ mets, mets_speed }) => {
      const speeds = mets_speed.map(({ speed }) => speed);
      const costs = mets_speed.map((at) => Number(at.mets));
      const isAscending = speeds.every(
        (speed, i) => i === 0 || speed > (speeds[i - 1] ?? 0),
      );
      const isNeverFalling = costs.every(
        (cost, i) => i === 0 || cost >= (costs[i - 1] ?? 0),
      );
      return !(mets > 0 && isAscending && isNeverFalling);
    });
    expect(toNames(falling)).toEqual([]);
  });

  it('have phrases for one person in the past and the present, and for several', () => {
    for (const {
      user_action_past,
      user_action_present,
      activities_are,
    } of activityTypes) {
      expect(user_action_past).toMatch(/^\{user\.name\} \S/);
      expect(user_action_present).toMatch(/^\{user\.name\} is \S/);
      expect(activities_are).toMatch(/ are$/);
    }
  });
});
