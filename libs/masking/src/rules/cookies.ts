/** A header, a variable or an option of a command, behind which cookies stand. */
export const COOKIES =
  /(?:\b(?:set-)?cookies?["'`]?\s{0,4}[:=]|\b(?:curl|https?|wget|xh)\b[^\n|;]{0,300}?\s(?:-b|--cookie)[ =])\s{0,4}["'`]?(?=[\w.$-]{1,80}=)/gi;

/** Names of cookies that let in whoever has them. */
export const LETS_IN =
  /sess|(?:^|[-_.])s?sid\b|sid$|auth|token|jwt|login|logged|remember|identity|secret|passw|credential|(?:^|[-_.])key$|saml|sso|oauth|access|refresh|csrf|xsrf|clearance|ticket|^connect\.|^laravel|^wordpress_|^(?:h|s|l)?sid$/i;

/** Names of attributes, which say how a cookie is kept. */
export const ATTRIBUTE = /^(?:path|domain|expires|max-age|samesite|priority|version|comment)$/i;
