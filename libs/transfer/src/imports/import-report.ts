import type { LeftOut } from './left-out.ts';

/** Counts and reasons of an import. */
export interface ImportReport {
  /** Id by which this import can be undone. */
  readonly importId: string;
  imported: number;
  alreadyThere: number;
  /** Number of imported memories that are proposed, since their texts were superseded, archived or rejected before. */
  proposed: number;
  /** Number of imported rules, decisions and prohibitions that bind nobody until a person confirms them. */
  unconfirmed: number;
  /** Number of lines without text. */
  blank: number;
  /** Number of lines that contain no words of any speaker. */
  ignored: number;
  /**
   * Number of items that were skipped because they were forgotten for good. With `overwrite`, such items are stored.
   */
  forgotten: number;
  /** Lines that gave no item, grouped by reason. */
  readonly leftOut: LeftOut[];
  /** Items whose time is missing or invalid in the file, grouped by the replacement of the time. */
  readonly retimed: LeftOut[];
  failed: number;
  /** Number of masked secrets by their kind. */
  readonly masked: Record<string, number>;
  /** Number of items in which a field was ignored, by the name of the field. */
  readonly unread: Record<string, number>;
  /** Reasons of the first failed records. */
  readonly reasons: { readonly file: string; readonly line: number; readonly reason: string }[];
  ended: 'complete' | 'interrupted' | 'stopped';
  /** Reason why the import stopped before its end. */
  problem?: string;
}
