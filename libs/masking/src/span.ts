/** Range of a text to be masked, `from` inclusive and `to` exclusive in characters, with the kind of secret. */
export interface Span {
  readonly from: number;
  readonly to: number;
  /** Kind, such as `github-token`, shown in the text in place of the span. */
  readonly kind: string;
}
