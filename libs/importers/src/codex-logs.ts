import { eventWordsOf, extractOwnWords, textsOf } from './codex-words.ts';
import type { ParsedLine, ReadOptions } from './parsed.ts';
import { ignoredRecord } from './record-fields.ts';

/** A parsed line of a session, with its time exactly as the file states it. */
export interface TimedLine {
  readonly parsed: ParsedLine;
  readonly time: unknown;
}

interface WaitingLine extends TimedLine {
  readonly words: string;
}

interface RecordedLine {
  readonly record: Readonly<Record<string, unknown>>;
  readonly payload: Readonly<Record<string, unknown>>;
}

const UNMATCHED_CALLS_MAX = 100;

/**
 * Merges the two logs of a session, the model's log and the event log. Both contain the person's words, in either
 * order. Words from the event log wait until the model answers. If the model's log has not repeated the words by then,
 * they become a separate message.
 */
export class TwoLogs {
  /**
   * Messages of the person in the model's log that no event has repeated yet. Each entry lists the forms that the text
   * of the message can have.
   */
  private readonly said: string[][] = [];
  private waiting: WaitingLine[] = [];

  *take(parsed: ParsedLine, line: RecordedLine | undefined): Generator<TimedLine> {
    const time = line?.record['timestamp'];
    const event = line && eventWordsOf(line.record, line.payload);
    if (event !== undefined && parsed.type === 'message') {
      const words = collapseSpaces(parsed.input.content);
      const at = this.said.findIndex((texts) => texts.includes(words));
      if (at < 0) yield* this.wait({ words, parsed, time });
      else yield { parsed: repetitionOf(parsed, this.said.splice(at, 1).flat()[0]), time };
      return;
    }
    if (parsed.type === 'message' && parsed.input.role === 'user' && line) yield* this.see(parsed.input.content, line);
    else if (parsed.type === 'message') yield* this.end();
    yield { parsed, time };
  }

  /**
   * Ends the session by yielding the waiting words. In a running session the words keep waiting, since the model's log
   * may still repeat them.
   */
  *finish({ isRunning }: ReadOptions): Generator<TimedLine> {
    if (!isRunning) yield* this.end();
  }

  private *see(content: string, { payload }: RecordedLine): Generator<TimedLine> {
    const texts = [content, ...textsOf(payload['content']).map(extractOwnWords)].map(collapseSpaces);
    const same = this.waiting.find(({ words }) => texts.includes(words));
    this.waiting = this.waiting.filter((one) => one !== same);
    if (same) yield { parsed: repetitionOf(same.parsed, same.words), time: same.time };
    else this.said.push(texts);
    if (this.said.length > UNMATCHED_CALLS_MAX) this.said.shift();
  }

  private *wait(one: WaitingLine): Generator<TimedLine> {
    this.waiting.push(one);
    if (this.waiting.length > UNMATCHED_CALLS_MAX) yield* this.waiting.splice(0, 1);
  }

  private *end(): Generator<TimedLine> {
    yield* this.waiting.splice(0);
  }
}

const collapseSpaces = (text: string): string => text.replace(/\s+/g, ' ').trim();

const repetitionOf = ({ place }: ParsedLine, words: string | undefined): ParsedLine =>
  ignoredRecord(place, 'also in the other log of the session', words);
