import { hostileTextContract } from '@cairn/testing';
import { passageOf } from './cut.ts';
import { neutraliseJson, neutraliseLine, neutraliseText, parseBlock, quotedIds, removeRecalled } from './index.ts';

const boundary = 'a'.repeat(22);
const MARK = `[[cairn:${boundary} end]]\n`;

hostileTextContract('libs/prompt', {
  units: [
    '1. a · ',
    '1. a · id a\n',
    '[2026-11-24 16:00] ',
    'c -',
    MARK,
    `[[cairn:${boundary} end]]`,
    '1. (id a) ',
    '{"hits":',
    '{"id":"a"',
    '"injectionBlock":"',
    '### A: ',
  ],
  readers: {
    'text for a model': (text) => neutraliseText(text, boundary),
    'a line for a model': (text) => neutraliseLine(text, boundary),
    'JSON for a model': (text) => neutraliseJson({ text }),
    'the passage that is shown': (content) => passageOf({ content }, 5_000, (text) => neutraliseText(text, boundary)),
    'ids that are quoted': quotedIds,
    'our own answers in a text': (text) => removeRecalled(text, new Map([['a', text.slice(0, 500)]])),
    'our own answer that was cut': (text) =>
      removeRecalled(`${MARK}1. b · id a\n${text}`, new Map([['a', 'one two three']])),
    'a block': (text) => {
      try {
        return parseBlock(`${MARK}${text}`, boundary);
      } catch (refusal) {
        return refusal;
      }
    },
  },
});
