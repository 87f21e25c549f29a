import {
  patternOf,
  subscriptions,
  type EventName,
  type EventPattern,
  type Subscriber,
  type Subscription,
} from '@cairn/contracts';

type Row = Omit<Subscription, 'event' | 'subscriber' | 'pattern'>;

const ordinary: Row = { service: 'graph-service', attempts: 12, concurrency: 16, delayMs: 0, tracksItems: false };

/** For tests: a subscription that is not in the event catalog. */
function aSubscription(event: EventName, name: string, row: Partial<Row> = {}): Subscription {
  const subscriber = name as Subscriber;
  return { event, subscriber, pattern: patternOf(event, subscriber), ...ordinary, ...row };
}

export const LATE_MS = 400;
export const LATE_EVENT = 'memory.feedback.late' as EventPattern;
export const MOOD_EVENT = 'memory.feedback.mood' as EventPattern;

/**
 * For tests: the catalog with two other subscribers of an event that is no change of an item, one of them delayed. Of the catalog's
 * own, only the indexes get events of messages.
 */
export const subscriptionsAndMore: readonly Subscription[] = [
  ...subscriptions.filter(({ event, subscriber }) => event !== 'memory.feedback' && subscriber !== 'aliases'),
  aSubscription('memory.feedback', 'mood'),
  aSubscription('memory.feedback', 'late', { delayMs: LATE_MS }),
];

export const MAP_EVENTS = ['message.written.map', 'memory.written.map'] as string[] as EventPattern[];

/** For tests: the catalog with one more subscriber that tracks items. */
export const subscriptionsAndATracker: readonly Subscription[] = [
  ...subscriptions,
  aSubscription('message.written', 'map', { tracksItems: true }),
  aSubscription('memory.written', 'map', { tracksItems: true }),
];

/** For tests: all subscriptions with these fields changed. */
export const everySubscriber = (row: Partial<Row>, all = subscriptionsAndMore): Subscription[] =>
  all.map((subscription) => ({ ...subscription, ...row }));
