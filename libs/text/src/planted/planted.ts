import { plantedSigns, reportSigns, revocations } from './lexicon.ts';
import { plantedModel } from './model.ts';
import { DENSE_ENOUGH, plantedWeights, REPORT_WEIGHT } from './weights.ts';
import { wordingOf } from './wording.ts';

/** Sign of a text that was planted to make models act; `hidden`: in characters, codes or comments that people do not see. */
type Sign = keyof typeof plantedSigns | 'hidden';

/** Reason to suspect a text: a sign, or `wording`, its words as a whole. */
export type PlantedSignal = Sign | 'wording';

/** Number of characters of a text that are searched for signs, and of those whose wording counts. */
const READ_CHARS_MAX = 10_000;
const WORDING_CHARS_MAX = 3_000;
/** Number of sentences that are read together: a planted instruction is short, whatever stands around it. */
const WINDOW_SENTENCES = 3;
const SIGNALS_NAMED_MAX = 3;
/** Weight from which a sign is worth naming; below, the wording as a whole is named. */
const NAMED_WEIGHT_MIN = 1;

/**
 * Finds instructions that were planted in a text for the models that read it. Returns the signs that weigh most, at most
 * three; none if the text reads as ordinary. A sign is no proof: a text that was planted with care has none.
 */
export function plantedSignals(text: string): PlantedSignal[] {
  const features = plantedFeatures(text);
  if (!isPlanted(features, plantedModel, plantedModel.threshold)) return [];
  const named = [...features.signs].filter((sign) => plantedWeights[sign] >= NAMED_WEIGHT_MIN);
  if (named.length === 0) return ['wording'];
  return named.sort((one, other) => plantedWeights[other] - plantedWeights[one]).slice(0, SIGNALS_NAMED_MAX);
}

/** Features of a text that the model of planted texts weighs. */
export interface PlantedFeatures {
  readonly signs: ReadonlySet<Sign>;
  /** Whether signs stand so close that they are enough alone. */
  readonly isDense: boolean;
  /** Numbers of the model's inputs beside the wording, one for each sign, then whether it reports such texts, then the densest signs. */
  readonly inputs: readonly number[];
  /** Buckets of the words, their pairs and their parts, each once. */
  readonly wording: Uint16Array;
}

/** Weights of a logistic regression. */
export interface PlantedModel {
  readonly bias: number;
  readonly inputs: ArrayLike<number>;
  /** One weight for each bucket of the wording. */
  readonly wording: ArrayLike<number>;
}

/** Whether a text counts as planted: by its score, or by signs that are enough alone. */
export const isPlanted = (features: PlantedFeatures, model: PlantedModel, threshold: number): boolean =>
  features.isDense || plantedScore(features, model) >= threshold;

/** Score of a text: the logarithm of the odds that it was planted, as in the texts that the weights were fitted to. */
export function plantedScore({ inputs, wording }: PlantedFeatures, model: PlantedModel): number {
  const words = wording.reduce((sum, bucket) => sum + model.wording[bucket]!, 0);
  const others = inputs.reduce((sum, value, at) => sum + value * model.inputs[at]!, 0);
  return model.bias + others + words * wordingScale(wording);
}

/** Factor by which a text's sum of word weights is multiplied, so that long texts do not weigh more than short ones. */
export const wordingScale = (wording: Uint16Array): number => 5 / Math.sqrt(wording.length + 1);

/** Reads the features of a text. */
export function plantedFeatures(text: string): PlantedFeatures {
  const read = text.slice(0, READ_CHARS_MAX);
  const hidden = hiddenTextOf(read);
  const plain = normalise(read);
  const signs = new Set(signalsIn(`${plain}\n${hidden.text}`, hidden.isHidden));
  const isReport = report.test(plain);
  const isRevoked = revocation.test(`${plain}\n${hidden.text}`);
  const windows = windowsOf(plain, hidden.text).map((window) => {
    const sum = sumOf(signalsIn(window, hidden.isHidden, signs));
    const order = isRevoked && revocation.test(window) ? DENSE_ENOUGH : 0;
    return { sum, alone: Math.max(sum, order) - (isReport && report.test(window) ? REPORT_WEIGHT : 0) };
  });
  const dense = Math.max(0, ...windows.map(({ sum }) => sum));
  const inputs = [...signNames.map((sign) => Number(signs.has(sign))), Number(isReport), dense / 4];
  const isDense = hidden.isHidden || windows.some(({ alone }) => alone >= DENSE_ENOUGH);
  return { signs, isDense, inputs, wording: wordingOf(`${plain.slice(0, WORDING_CHARS_MAX)}\n${hidden.text}`) };
}

const sumOf = (signals: readonly Sign[]): number => signals.reduce((sum, signal) => sum + plantedWeights[signal], 0);

/** Up to six words between two parts of a sign, in one sentence. */
const FEW_WORDS = String.raw`\W{1,3}(?:[\p{L}\p{N}'’_./@-]{1,40}\W{1,3}){0,6}?`;
const compile = (parts: readonly string[]): RegExp =>
  new RegExp(parts.map((part) => part.replaceAll('~', FEW_WORDS)).join('|'), 'iu');

const signs = Object.entries(plantedSigns).map(([signal, parts]) => ({
  signal: signal as keyof typeof plantedSigns,
  sign: compile(parts),
}));
const report = compile(reportSigns);
const revocation = compile(revocations);
const signNames: readonly Sign[] = [...signs.map(({ signal }) => signal), 'hidden'];

/** Signs of a text; `among`: the signs that are looked for, since a part has no others than the whole. */
const signalsIn = (text: string, isHidden: boolean, among?: ReadonlySet<Sign>): Sign[] => [
  ...signs.flatMap(({ signal, sign }) => (among?.has(signal) !== false && sign.test(text) ? [signal] : [])),
  ...(isHidden ? (['hidden'] as const) : []),
];

function windowsOf(plain: string, hidden: string): string[] {
  const sentences = plain
    .split(/(?<=[.!?。！？;；])\s+|\n+|(?<=[。！？])/u)
    .filter((sentence) => sentence.trim() !== '');
  const windows = sentences.map((_, at) => sentences.slice(at, at + WINDOW_SENTENCES).join(' '));
  return hidden === '' ? windows : [...windows, hidden];
}

const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;
const LETTERS_FOR_DIGITS: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  '@': 'a',
  $: 's',
};

/** Removes invisible characters, and writes letters for the digits between letters. */
const normalise = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(INVISIBLE, '')
    .replace(/(?<=\p{L})[01345@$](?=[\p{L}\d])|[01345](?=\p{L}{2})/gu, (sign) => LETTERS_FOR_DIGITS[sign]!)
    .replaceAll('’', "'");

/** Invisible characters that no script and no emoji needs. */
const MISPLACED = /(?<=\S)[\u200b\u2060-\u2064\ufeff](?=\S)|[\u202d\u202e]/gu;

/** Fewest invisible characters, or letters apart from each other, that hide something. */
const INVISIBLE_MIN = 3;

/** Text that people do not see: decoded, or in comments of markup. */
function hiddenTextOf(text: string): { readonly text: string; readonly isHidden: boolean } {
  const comments = Array.from(
    text.matchAll(/<!--(.{1,2000}?)-->|display:\s?none[^>]{0,80}>(.{1,2000}?)</gsu),
    ([, comment, block]) => comment ?? block ?? '',
  );
  const decoded = [...decodedBase64(text), ...decodedHex(text)];
  const invisible = text.match(MISPLACED)?.length ?? 0;
  const isApart = /(?:\p{L}[ .\-_]){9,}\p{L}\b/u.test(text);
  const tags = decodedTags(text);
  const isHidden =
    decoded.length > 0 ||
    tags !== '' ||
    isApart ||
    invisible >= INVISIBLE_MIN ||
    comments.some((one) => reads.test(one));
  return { text: [...comments, ...decoded, tags].join('\n'), isHidden };
}

const reads = compile(plantedSigns.reader);

/** Whether decoded bytes are words. */
const isProse = (text: string) =>
  /^[\x09\x0a\x0d\x20-\x7e]+$/u.test(text) && /[a-z]{2,} [a-z]{2,} [a-z]{2,}/iu.test(text);

const decodedBase64 = (text: string) =>
  (text.match(/(?:[A-Za-z0-9+/]{4}){6,1000}/gu) ?? []).map((code) => atob(code)).filter(isProse);
const decodedHex = (text: string) =>
  (text.match(/\b(?:[0-9a-f]{2}){12,2000}\b/giu) ?? [])
    .map((code) => code.replaceAll(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16))))
    .filter(isProse);

/** Tag characters, which mirror ASCII and show nothing. */
const decodedTags = (text: string): string =>
  (text.match(/[\u{e0020}-\u{e007e}]{4,}/gu) ?? [])
    .map((run) => Array.from(run, (tag) => String.fromCodePoint(tag.codePointAt(0)! - 0xe0000)).join(''))
    .join(' ');
