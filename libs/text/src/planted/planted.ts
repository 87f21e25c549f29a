import { plantedSigns, reportSigns } from './lexicon.ts';
import { plantedThreshold, plantedWeights } from './weights.ts';

/** Sign of a text that was planted to make models act; `hidden`: in characters, codes or comments that people do not see. */
export type PlantedSignal = keyof typeof plantedSigns | 'hidden';

/** Number of characters of a text that are read. */
const READ_CHARS_MAX = 10_000;
/** Number of sentences that are read together: a planted instruction is short, whatever stands around it. */
const WINDOW_SENTENCES = 3;
const SIGNALS_NAMED_MAX = 3;

/**
 * Finds instructions that were planted in a text for the models that read it. Returns the signs that weigh most, at most
 * three; none if the text reads as ordinary. A sign is no proof: a text that was planted with care has none.
 */
export function plantedSignals(text: string): PlantedSignal[] {
  const read = text.slice(0, READ_CHARS_MAX);
  const hidden = hiddenTextOf(read);
  const plain = normalise(read);
  const whole = signalsIn(`${plain}\n${hidden.text}`, hidden.isHidden);
  if (sumOf(whole) < plantedThreshold) return [];
  const found = windowsOf(plain, hidden.text)
    .map((window) => signalsIn(window, hidden.isHidden))
    .filter((signals) => sumOf(signals) - reportWeight(plain) >= plantedThreshold);
  const [best] = found.sort((one, other) => sumOf(other) - sumOf(one));
  return (best ?? []).sort((one, other) => plantedWeights[other] - plantedWeights[one]).slice(0, SIGNALS_NAMED_MAX);
}

const sumOf = (signals: readonly PlantedSignal[]): number =>
  signals.reduce((sum, signal) => sum + plantedWeights[signal], 0);

/** Up to six words between two parts of a sign, in one sentence. */
const FEW_WORDS = String.raw`\W{1,3}(?:[\p{L}\p{N}'’_./@-]{1,40}\W{1,3}){0,6}?`;
const compile = (parts: readonly string[]): RegExp =>
  new RegExp(parts.map((part) => part.replaceAll('~', FEW_WORDS)).join('|'), 'iu');

const signs = Object.entries(plantedSigns).map(([signal, parts]) => ({
  signal: signal as PlantedSignal,
  sign: compile(parts),
}));
const report = compile(reportSigns);

const signalsIn = (text: string, isHidden: boolean): PlantedSignal[] => [
  ...signs.flatMap(({ signal, sign }) => (sign.test(text) ? [signal] : [])),
  ...(isHidden ? (['hidden'] as const) : []),
];

const reportWeight = (text: string): number => (report.test(text) ? plantedWeights.report : 0);

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
