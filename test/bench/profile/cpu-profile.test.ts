import { expect, it } from 'vitest';
import { type CpuProfile, listSelfTimes } from './cpu-profile.ts';

function buildNode(
  id: number,
  functionName: string,
  url: string,
  children: number[] = [],
) {
  const callFrame = { functionName, url, scriptId: '0', lineNumber: 0, columnNumber: 0 };
  return { id, callFrame, children };
}

const profile: CpuProfile = {
  nodes: [
    buildNode(1, '(root)', '', [2, 5]),
    buildNode(2, 'handler', 'file:///index.js', [3, 4]),
    buildNode(3, 'stringify', ''),
    buildNode(4, '(garbage collector)', ''),
    buildNode(5, '(idle)', ''),
  ],
  startTime: 0,
  endTime: 8,
  samples: [2, 2, 3, 4, 5, 5, 5, 5],
};

it('counts busy samples by function, and those of built-in functions for their caller', () => {
  const shares = listSelfTimes(profile).map(({ frame, share }) => [
    frame.functionName,
    share,
  ]);
  expect(shares).toEqual([
    ['handler', 0.75],
    ['(garbage collector)', 0.25],
  ]);
});
