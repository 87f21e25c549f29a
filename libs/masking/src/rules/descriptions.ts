/** Names of algorithms that hash, encrypt or encode a secret. */
const algorithmWords =
  'argon2(?:id|i|d)?|[bsy]crypt|b?crypt|pbkdf2?|hkdf|md[245]|sha[-_]?\\d{1,3}(?:[-_/]\\d{3})?|sha|ripemd[-_]?\\d{0,3}|whirlpool|blake[23][bsx]?|' +
  'siphash|hmac|aes|gcm|cbc|ctr|chacha20|poly1305|x?salsa20|rsa|dsa|ecdsa|ed25519|x25519|[hrep]s(?:256|384|512)|ntlm|lm|mysql_native_password|' +
  'caching_sha2_password|scram|gost|base(?:16|32|36|58|62|64|85)(?:url)?|hex|rot13|ascii|latin[-_]?1|utf[-_]?(?:8|16|32)(?:mb[34])?|' +
  'pem|der|pkcs\\d{1,2}|jwt|jwk|totp|hotp|webauthn|plain|plaintext|cleartext|hash|hashed|salted|encrypted|unhashed|unencrypted';

/** Names of types in databases, languages and schemas. */
const typeWords =
  'n?varchar2?|n?char|character|(?:tiny|medium|long|n|ci)?text|clob|citext|string|str|bytea|bytes?|(?:tiny|medium|long)?blob|(?:var)?binary|raw|' +
  '(?:big|small|tiny|u)?int(?:eger)?|u?int(?:8|16|32|64)|[iuf](?:8|16|32|64)|float|double|decimal|numeric|number|bool(?:ean)?|uuid|guid|jsonb?|' +
  'u?int8array|buffer|array|list|map|object|any|unknown|date(?:time)?|timestamp(?:tz)?|secret_?str(?:ing)?|secure_?string|sensitive|nullable|' +
  'zod|yup|joi|enum|vo|dto';

const unitWords =
  'ch|chars?|characters?|letters?|digits?|numbers?|symbols?|bytes?|bits?|words?|long|length|zeichen|stellen|ziffern|karakter|caract[èe]res?|caracteres|caratteri|tekens|znak[óo]w';
const boundWords =
  'min(?:imum|imal|destens|imo)?|max(?:imum)?|len(?:gth)?|size|at[-_ ]?least|at[-_ ]?most|exactly|up[-_ ]?to|more[-_ ]?than|less[-_ ]?than|least|between';

const joinWords = (words: string, more: string) => `(?:${words})(?:[-_/+:.]?(?:${words}|${more}))*`;

/** Values that describe a secret (its type, storage or length) and are not secrets themselves. */
export const descriptions: readonly RegExp[] = [
  new RegExp(`^${joinWords(algorithmWords, '\\d{1,7}')}$`, 'i'),
  new RegExp(`^(?:${typeWords})[-_]?\\d{0,5}(?:\\[\\]|\\?|!)?(?:\\|(?:${typeWords}|null|undefined))*$`, 'i'),
  new RegExp(`^(?:${boundWords})[-_:=]?(?:(?:${boundWords}|${unitWords})[-_:=]?)?\\d{1,4}[-_]?(?:${unitWords})?$`, 'i'),
  new RegExp(`^\\d{1,4}\\+?(?:[-_]?(?:to|bis|-)[-_]?\\d{1,4})?[-_+]?(?:${unitWords})(?:[-_]?(?:min|max|plus))?$`, 'i'),
  /^\d{1,3}(?:to|bis|[-–]|\.\.)\d{1,3}$/i,
  /^[<>≤≥]=?\d/,
  // Digits among words of a script without spaces, such as `至少8位`.
  /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]\d|\d[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/,
  /^(?:must|should|has|contains|requires|needs)[-_ ]/i,
  // Validation rules of forms, such as `required|min:8`.
  /^(?:required|nullable|sometimes|optional|confirmed|string|filled|present)\|/i,
];
