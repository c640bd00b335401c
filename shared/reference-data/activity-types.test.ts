import { describe, expect, it } from 'vitest';
import { type ActivityType, activityTypes, findActivityType } from './activity-types.ts';

const toNames = (types: readonly ActivityType[]) => types.map(({ name }) => name);

describe('the activity types', () => {
  it('are 387, each found by its id', () => {
    expect(activityTypes).toHaveLength(387);
    for (const type of activityTypes) expect(findActivityType(type.id)).toBe(type);
  });

  it('are found only by an id', () => {
    for (const id of ['0', '388', '01', '1.0', ' 1', '', 'run', '__proto__']) {
      expect(findActivityType(id)).toBeUndefined();
    }
  });

  it('form trees: parents exist, roots have none, and has_children is right', () => {
    const misplaced = activityTypes.filter(({ id, parent, root, has_children, icon }) => {
      const parentType = parent === undefined ? undefined : findActivityType(parent);
      const isPlaced =
        parent === undefined
          ? root === id
          : parentType?.has_children && parentType.root === root;
      const hasChildren = activityTypes.some((other) => other.parent === id);
      return (
        !isPlaced || has_children !== hasChildren || icon !== findActivityType(root)?.icon
      );
    });
    expect(toNames(misplaced)).toEqual([]);
    expect(activityTypes.filter(({ parent }) => parent === undefined)).toHaveLength(27);
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

  it('have their phrases', () => {
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
