/** A part of a text that is not to be stored, from one character to before another, and what it is. */
export interface Span {
  readonly from: number;
  readonly to: number;
  /** Such as `github-token`; stands in the text in place of the span. */
  readonly kind: string;
}
