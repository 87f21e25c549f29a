import { QueueWindow } from './queue-window.ts';

const bounds = { min: 32, max: 500 };

/** Visits a queue with a long backlog, whose workers take this many deliveries between two visits. */
function sizesFor(taken: number, visits: number): number[] {
  const window = new QueueWindow(bounds);
  let waiting = 0;
  return Array.from({ length: visits }, () => {
    const room = window.roomFor(waiting);
    if (room > 0) window.filled(room, room);
    const size = waiting + room;
    waiting = Math.max(0, size - taken);
    return size;
  });
}

it('grows until the workers leave something, up to its maximum', () => {
  expect(sizesFor(10_000, 6)).toEqual([32, 64, 128, 256, 500, 500]);
  expect(Math.max(...sizesFor(100, 20))).toBeLessThanOrEqual(128);
});

it('keeps few deliveries for slow workers', () => {
  expect(Math.max(...sizesFor(1, 40))).toBe(32);
});

it('shrinks when the workers become slow', () => {
  const window = new QueueWindow(bounds);
  for (let visit = 0; visit < 5; visit++) window.filled(window.roomFor(0), 500);
  window.filled(500, 500);
  for (let visit = 0; visit < 20; visit++) window.roomFor(400);

  expect(window.roomFor(0)).toBeLessThan(100);
});

it('stays as it is while everything fits', () => {
  const window = new QueueWindow(bounds);
  for (let visit = 0; visit < 5; visit++) window.filled(3, window.roomFor(0));

  expect([window.roomFor(0), window.hasMore]).toEqual([32, false]);
});
