import { descriptions } from './descriptions.ts';
import { wordsOf } from './languages.ts';

/** Placeholder words. */
const standInWords =
  'none|null|nil|undefined|true|false|yes|no|on|off|example|sample|dummy|fake|test|testing|demo|placeholder|redacted|masked|hidden|' +
  'secret|password|passwd|passwort|kennwort|passphrase|pass|token|key|api[_-]?key|changeme|changeit|change[_-]?me|foo|bar|baz|' +
  'string|str|text|varchar|char|bool|boolean|int|integer|number|any|object|optional|required|unknown|default|empty|n/a|na|' +
  'user|username|stdin|prompt|file|env|auto|generated|random|unset|missing|ok|okay|see|ask|same|value|input|data|param|arg|args|' +
  'wrong|invalid|expired|incorrect|correct|changed|reset|lost|forgotten|stored|hashed|encrypted|set|todo|tbd|fixme|xxx|' +
  'credentials|credential|passcode|pin|self|this|void|never|unsafe|safe|new|old|current|confirm|disabled|enabled|bearer|basic|digest';

/** Patterns of values that take the place of a secret and are not secrets. */
export const notSecrets: readonly RegExp[] = [
  new RegExp(`^(?:${standInWords}|${wordsOf('stand')})$`, 'i'),
  ...descriptions,
  // References to the place of a secret: a variable, a template, a vault, a function.
  /^[$%@!<{([*#?&]/,
  /\$\{|\{\{|\$\(|<%|%>|<[A-Za-z_ -]{1,40}>/,
  /^(?:vault|env|op|ssm|arn|aws-sm|gcp-sm|keyring|ref\+[a-z]{2,20}|sops|kms|secretsmanager|azurekeyvault|file):/i,
  /^(?:process\.env|import\.meta|os\.|env\.|ENV\[|var\.|local\.|data\.|self\.|this\.|config\.|settings\.|secrets\.|args\.|options\.|opts\.|params\.|req\.|request\.|ctx\.|credentials\.|props\.|state\.|Deno\.|System\.|vault\.|environ)/,
  /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*[([]/,
  // Instructions to the reader.
  /^(?:your|my|the|an?|some|insert|enter|replace|change|fill|paste|put|add|choose|pick|todo|dummy|fake|sample|example)[ _.-]/i,
  /[_-](?:here|goes[_-]here|placeholder|changeme)$/i,
  // Stars, dots, one repeated character, and regular expressions that describe a secret.
  /^(.)\1*$/,
  /\*{3}|•{2}|\.{3}|…|x{5}|X{5}|0{8}|_{4}|#{3}/,
  /\[[\^A-Za-z0-9]{1,3}-|\[\^|[\])][+*?{]|\\[dwsS]|\.[+*](?:$|\))|\{\d{1,4},?\d{0,4}\}/,
  // Paths and addresses.
  /^(?:\.{0,2}|~|[A-Za-z]:)[/\\]/,
  /^[a-z][a-z0-9+.-]{1,20}:\/\//i,
];

/**
 * Patterns of code names and hashes that occur next to a word such as token: they look random but are not generated secrets.
 */
export const notRandom: readonly RegExp[] = [
  /^sha(?:1|224|256|384|512)[-:=]/i,
  /^(?:v?\d+\.)+\d+/,
  /^\d{4}-\d{2}-\d{2}/,
  /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/,
  /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|dev|io|internal|local|de|eu|json|ya?ml|ts|js|py|md|txt|env|pem|key)$/i,
];
