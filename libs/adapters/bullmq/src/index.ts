export { BullQueues } from './bull-queues.ts';
export { BullTransport } from './events/bull-transport.ts';
export { OutboxRelay } from './outbox-relay.ts';
