export { BullQueues, type BullQueuesOptions } from './bull-queues.ts';
export { BullTransport, type BullTransportOptions } from './events/bull-transport.ts';
export { OutboxRelay, type OutboxRelayOptions } from './outbox-relay.ts';
