export {
  handoffOf,
  handoffParts,
  type Handoff,
  type HandoffPart,
  type HandoffQuote,
  type SessionMessage,
} from './handoff.ts';
