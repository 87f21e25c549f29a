import { wordsOf } from './languages.ts';

/** Classes of names for secrets. The class decides how random a value must look; a PIN is only a few digits. */
export type KeyClass = 'password' | 'pin' | 'secret';

/** Words for a password. People choose passwords, so any value counts. */
const password = `${wordsOf('password')}|pass(?:[-_ ]?(?:word|wd|phrase|code))?|pwd|pw|storepass|keypass|userpass|dbpass`;
const CODE_OF =
  'door|gate|entry|entrance|alarm|lock|safe|garage|building|access|security|verification|confirmation|login|sms|2fa|mfa|one[-_ ]?time|recovery|unlock';
const pin = `${wordsOf('pin')}|pin(?:[-_ ]?(?:code|number|nr))?|puk|cvv2?|cvc2?|(?:${CODE_OF})[-_ ]?code|one[-_ ]?time[-_ ]?p(?:assword|in)|otp`;

const KEY_OF =
  'api|access|secret|private|auth|account|storage|application|app|signing|signature|encryption|decryption|master|service|consumer|' +
  'licen[sc]e|partner|client|webhook|integration|shared(?:[ _-]?access)?|subscription|functions?|ingest|deploy|jwt|cookie|' +
  'hmac|aes|cipher|admin|user|team|org|project|server|write|read|root|sas|vapid[ _-]?private|wireguard|preshared|pre-shared|psk|age|sops';

const secret = `secret[ _-]?access[ _-]?key|(?:${KEY_OF})[ _.-]?key(?:[-_ ]?data)?|secret|token|credentials?|passkey|psk|pat`;

/**
 * Finds words that name a secret, in code and in prose. No two groups share a name, since the hook masks in the Node of the
 * user, and Node before 23 refuses that.
 */
export const KEY_WORD = new RegExp(
  `(?<pin>${pin})|${wordsOf('secret')}|(?<password>${password})|${secret}|(?<code>${wordsOf('code')})`,
  'gi',
);

/** Class of the name that `KEY_WORD` matched, from the match's groups. */
export function classOf({ pin, code, password }: Record<string, string | undefined> = {}): KeyClass {
  if ((pin ?? code) !== undefined) return 'pin';
  return password === undefined ? 'secret' : 'password';
}

/** Short words that occur inside others (`compass`, `path`): they count only at the beginning of a word or of a camel-case hump. */
export const SHORT_KEY_WORDS =
  /^(?:pass|pwd|pw|pat|psk|otp|k[oó]d|c[oó]dig[oó]|code|codice|код|pins?|pin[-_ ]?(?:code|number|nr)|puk|cvv2?|cvc2?|mdp|п[иі]н|clave|chave|cl[ée]|parol(?:a|ă|a\u0306)|heslo|geslo|klucz|avain|kulcs)$/iu;

/** Endings after which a name still names the secret itself: `password_2`, `API_KEY_PROD`, `secretValue`. */
export const NAME_ENDING =
  /(?:[_-]?(?:value|text|string|str|raw|plain|plaintext|prod|production|staging|stage|live|dev|new|old|current|main|default|primary|secondary|base64|b64|[a-d](?![a-z])|\d{1,3}))?(?![A-Za-z0-9_\u00c0-\u024f\u0370-\u052f\u0590-\u06ff\u0900-\u0fff]|-[A-Za-z])/iy;

const harmlessWords =
  'public publishable csrf xsrf next prev previous page paging pagination continuation cursor sync resume scroll max min num total ' +
  'prompt completion input output usage per count hashed encrypted sort partition primary foreign cache site idempotency stop eos bos ' +
  'pad unk mask special syntax lexer';
const harmlessWordsPattern = harmlessWords.split(' ').join('|');
const camelCaseHumps = harmlessWords
  .replaceAll(/(?:^| )(\w)/g, (_, letter: string) => `|${letter.toUpperCase()}`)
  .slice(1);

/** Words before a secret word that change its meaning: a public key, a page token, a count of tokens. */
const harmlessWordBefore = new RegExp(`(?<![A-Za-z])(?:${harmlessWordsPattern})[ _-]?$`, 'i');
const harmlessHumpBefore = new RegExp(`[a-z](?:${camelCaseHumps})$`);

export const isHarmlessBefore = (before: string): boolean =>
  harmlessWordBefore.test(before) || harmlessHumpBefore.test(before);
