import { describe, expect, it } from '@jest/globals';
import { isOfOtherProject, isOfProject } from './project.ts';

describe('an item of a project', () => {
  it.each([
    ['the project of the call', 'acme/pay', 'acme/pay', [true, false]],
    ['another project', 'acme/shop', 'acme/pay', [false, true]],
    ['no project', null, 'acme/pay', [false, false]],
    ['an unknown project', undefined, 'acme/pay', [false, false]],
    ['a project, for a call without one', 'acme/pay', undefined, [false, false]],
    ['no project, for a call without one', null, undefined, [false, false]],
  ])('is compared with the call: %s', (_, project, asked, [own, other]) => {
    expect([isOfProject({ project }, asked), isOfOtherProject({ project }, asked)]).toEqual([own, other]);
  });
});
