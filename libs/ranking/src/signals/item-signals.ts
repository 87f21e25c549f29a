import { coverage } from './coverage.ts';
import { doubted } from './doubted.ts';
import { expectedAnswerType } from './expected-answer-type.ts';
import { expectedName } from './expected-name.ts';
import { firstPerson } from './first-person.ts';
import { mode } from './mode.ts';
import { place } from './place.ts';
import { project } from './project.ts';
import { proven } from './proven.ts';
import { question } from './question.ts';
import type { ItemFeatures, ItemSignal, Question } from './signal.ts';
import { speaker } from './speaker.ts';
import { standingInstruction } from './standing-instruction.ts';
import { time } from './time.ts';

/** Signals that depend on one item alone. docs/inside/experiments.md lists the gain of each signal. */
export const itemSignals = [
  speaker,
  place,
  time,
  coverage,
  question,
  expectedAnswerType,
  expectedName,
  standingInstruction,
  firstPerson,
  mode,
  doubted,
  proven,
  project,
] as const;
export type ItemSignalName = (typeof itemSignals)[number]['name'];

/**
 * Strength of a signal for an item, 0-1. The strength is 0 if the signal requires a kind of thread that the item's
 * thread does not have.
 */
export const strengthOf = ({ requires, strength }: ItemSignal, question: Question, item: ItemFeatures): number =>
  requires === undefined || requires === item.thread ? strength(question, item) : 0;
