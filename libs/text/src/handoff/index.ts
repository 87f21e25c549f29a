export { handoffOf, handoffParts, type HandoffPart, type SessionMessage } from './handoff.ts';
