import { sectionsIn } from '../sections/group.ts';
import { sentencesOf, type Sentence } from '../quotable.ts';
import { isStatus, partOfHeading } from './cues.ts';

/** A line with facts about a record, such as "Status: accepted" or "Date: 2026-03-02". */
const RECORD_LINE = /^\W*(?:status|date|deciders?|authors?|tags?)\W*:/i;

/** Whether a sentence has no other lines than facts about a record. */
export const isRecordLine = (sentence: string): boolean => sentence.split('\n').every((line) => RECORD_LINE.test(line));

/**
 * Finds the sentence that states the topic of a record: the first sentence below a heading for the decision, or else
 * the first sentence that is not about the status of the record.
 */
export function summarySentenceOf(text: string): Sentence | undefined {
  const sections = sectionsIn(text);
  const pathOf = ({ from }: Sentence) => sections.findLast((section) => section.from <= from)!.path;
  const told = sentencesOf(text).filter((each) => !isRecordLine(each.text) && !pathOf(each).some(isStatus));
  return told.find((each) => pathOf(each).some((heading) => partOfHeading(heading) === 'decision')) ?? told[0];
}
