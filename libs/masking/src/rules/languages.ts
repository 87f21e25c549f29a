/** Words of one language that name secrets, and its placeholder words. Accents are optional when matching. */
interface SecretWords {
  readonly password: string;
  readonly pin?: string;
  /** Words for any kind of code; the value is a secret only if it has the form of a key pad's code. */
  readonly code?: string;
  /** Words for secrets, tokens and keys, which machines generate. */
  readonly secret?: string;
  readonly stand?: string;
}

/** Words by language code; each field lists its words separated by commas. */
export const languages: Readonly<Record<string, SecretWords>> = {
  de: {
    password: 'Passwort,Kennwort,Losungswort,Passphrase,Zugangscode',
    pin: 'Geheimzahl,Türcode,Einmalcode,Bestätigungscode,Sicherheitscode,Einmalpasswort',
    code: 'Code',
    secret: 'API Schlüssel,Zugangsschlüssel,Geheimschlüssel,Schlüssel,Geheimnis,Zugriffstoken',
    stand: 'erforderlich,optional,leer,keins,keines,vergessen,geändert,geheim halten,unbekannt,beispiel,pflichtfeld',
  },
  nl: { password: 'wachtwoord', pin: 'pincode', secret: 'sleutel,API sleutel', stand: 'verplicht,optioneel,leeg,geen' },
  fr: {
    password: 'mot de passe,mdp,phrase secrète',
    pin: "code PIN,code secret,code d'accès,code de vérification,digicode",
    secret: "clé API,clé d'API,clé secrète,clé privée,clé d'accès,clé,jeton,jeton d'accès",
    stand: 'obligatoire,requis,facultatif,optionnel,oublié,vide,aucun,exemple,inconnu',
  },
  es: {
    password: 'contraseña,clave secreta,clave de acceso,clave',
    pin: 'código PIN,código secreto,código de acceso,código de verificación',
    code: 'código',
    secret: 'clave API,clave de API,clave privada,secreto',
    stand: 'obligatoria,obligatorio,requerida,requerido,opcional,olvidada,vacía,ninguna,ejemplo',
  },
  pt: {
    password: 'senha,palavra passe,chave',
    pin: 'código PIN',
    secret: 'chave API,chave de API,chave da API,chave secreta,chave privada,chave de acesso,segredo',
    stand: 'obrigatória,obrigatório,requerida,opcional,esquecida,vazia,nenhuma,exemplo',
  },
  it: {
    password: "parola d'ordine,parola,parola d'accesso",
    pin: 'codice PIN,codice segreto,codice di accesso,codice di verifica',
    code: 'codice',
    secret: 'chiave API,chiave segreta,chiave privata,chiave di accesso,segreto',
    stand: 'obbligatoria,obbligatorio,richiesta,opzionale,facoltativa,dimenticata,vuota,nessuna,esempio,chiave',
  },
  ca: { password: 'contrasenya', secret: 'clau API,clau secreta', stand: 'obligatòria,opcional' },
  sv: { password: 'lösenord', secret: 'API nyckel,nyckel', stand: 'obligatoriskt,krävs,valfritt,tomt' },
  no: { password: 'passord', secret: 'API nøkkel,nøkkel', stand: 'påkrevd,valgfritt,tomt' },
  da: { password: 'adgangskode,kodeord', secret: 'API nøgle,nøgle', stand: 'påkrævet,valgfri,tom' },
  fi: { password: 'salasana', pin: 'PIN koodi', secret: 'API avain,avain', stand: 'pakollinen,valinnainen,tyhjä' },
  is: { password: 'lykilorð' },
  pl: {
    password: 'hasło',
    pin: 'kod PIN,kod do drzwi,kod jednorazowy',
    code: 'kod',
    secret: 'klucz API,klucz',
    stand: 'wymagane,opcjonalne,puste,brak,przykład',
  },
  cs: { password: 'heslo', secret: 'klíč API,klíč', stand: 'povinné,volitelné,prázdné,žádné' },
  hu: { password: 'jelszó', pin: 'PIN kód', secret: 'API kulcs,kulcs', stand: 'kötelező,opcionális,üres' },
  ro: { password: 'parolă', pin: 'cod PIN', secret: 'cheie API', stand: 'obligatorie,opțională' },
  hr: { password: 'lozinka,šifra', stand: 'obavezna,obavezno' },
  sl: { password: 'geslo', stand: 'obvezno' },
  lt: { password: 'slaptažodis', stand: 'privalomas' },
  et: { password: 'parool,salasõna', stand: 'kohustuslik' },
  tr: {
    password: 'şifre,parola',
    pin: 'PIN kodu',
    secret: 'API anahtarı,anahtar',
    stand: 'zorunlu,gerekli,isteğe bağlı,boş',
  },
  ru: {
    password: 'пароль,пароля,паролем,парольная фраза',
    pin: 'пин,пин код,ПИН код,одноразовый код,код двери,код домофона,код подтверждения',
    code: 'код',
    secret: 'ключ API,API ключ,ключ доступа,секретный ключ,ключ,токен,токен доступа,секрет',
    stand: 'обязательно,обязателен,необязательно,пусто,нет,забыт,пример,неизвестен,опционально',
  },
  uk: { password: 'пароль', pin: 'пін,пін код', secret: 'ключ API,токен', stand: "обов'язково,немає" },
  bg: { password: 'парола', pin: 'ПИН код', stand: 'задължително' },
  sr: { password: 'лозинка,шифра', stand: 'обавезно' },
  el: {
    password: 'κωδικός πρόσβασης,κωδικός,συνθηματικό',
    pin: 'κωδικός PIN',
    secret: 'κλειδί API',
    stand: 'υποχρεωτικό',
  },
  he: { password: 'סיסמה,סיסמא', pin: 'קוד סודי', secret: 'מפתח API,אסימון', stand: 'חובה' },
  ar: {
    password: 'كلمة المرور,كلمة مرور,كلمة السر,كلمة سر',
    pin: 'الرقم السري,رمز PIN',
    secret: 'مفتاح API,الرمز المميز',
    stand: 'مطلوبة,مطلوب,اختياري',
  },
  fa: { password: 'رمز عبور,گذرواژه', stand: 'الزامی' },
  hi: { password: 'पासवर्ड', pin: 'पिन', stand: 'आवश्यक' },
  bn: { password: 'পাসওয়ার্ড' },
  id: { password: 'kata sandi,kata laluan', pin: 'kode PIN', secret: 'kunci API', stand: 'wajib,opsional,kosong' },
  vi: { password: 'mật khẩu', pin: 'mã PIN', secret: 'khóa API', stand: 'bắt buộc' },
  th: { password: 'รหัสผ่าน', pin: 'รหัส PIN', stand: 'จำเป็น' },
  zh: {
    password: '密码,密碼,口令',
    pin: 'PIN码',
    secret: 'API密钥,密钥,密鑰,令牌,访问令牌',
    stand: '必填,必须,可选,选填,无,空',
  },
  ja: {
    password: 'パスワード,暗証語',
    pin: '暗証番号',
    secret: 'APIキー,トークン,秘密鍵,シークレット',
    stand: '必須,任意,なし,空',
  },
  ko: {
    password: '비밀번호,패스워드,암호',
    pin: 'PIN번호,핀번호',
    secret: 'API 키,토큰,비밀 키,시크릿',
    stand: '필수,선택,없음',
  },
};

/** Words that also have another meaning (`clave` is also the key to a question), so the value must look like a password. */
export const AMBIGUOUS_WORD =
  /^(?:pass|clave|chave|parol(?:a|ă|a\u0306)|κωδικός|шифра|šifra|sifra|암호|口令|heslo|geslo)$/iu;

/** Builds an expression that matches the words of all languages. A longer word comes before a shorter word that begins it. */
export function wordsOf(part: keyof SecretWords): string {
  const words = new Set(Object.values(languages).flatMap((language) => language[part]?.split(',') ?? []));
  return [...words]
    .sort(
      (one, other) =>
        removeAccents(other).length - removeAccents(one).length ||
        decomposeAccents(other).length - decomposeAccents(one).length,
    )
    .map(matchAnyAccent)
    .join('|');
}

const decomposeAccents = (text: string): string => text.normalize('NFD');
const removeAccents = (text: string): string => decomposeAccents(text).replace(/\p{M}/gu, '');

/** Matches a word with its accents composed, decomposed or omitted, and with any or no separator between its parts. */
const matchAnyAccent = (word: string): string => [...word].map(matchAnyForm).join('');

function matchAnyForm(letter: string): string {
  if (letter === ' ') return '[-_ ]?';
  if (letter === "'") return "['’]?";
  const parts = decomposeAccents(letter);
  if (parts === letter) return letter;
  const canBeBare = /[\p{Script=Latin}\p{Script=Greek}]/u.test(letter);
  return `(?:${letter}|${parts}${canBeBare ? `|${parts[0]}` : ''})`;
}
