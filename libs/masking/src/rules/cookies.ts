/** Header, variable or command option that precedes cookies. */
export const COOKIES =
  /(?:\b(?:set-)?cookies?["'`]?\s{0,4}[:=]|\b(?:curl|https?|wget|xh)\b[^\n|;]{0,300}?\s(?:-b|--cookie)[ =])\s{0,4}["'`]?(?=[\w.$-]{1,80}=)/gi;

/** Names of cookies that grant access. */
export const ACCESS_COOKIE_NAME =
  /sess|(?:^|[-_.])s?sid\b|sid$|auth|token|jwt|login|logged|remember|identity|secret|passw|credential|(?:^|[-_.])key$|saml|sso|oauth|access|refresh|csrf|xsrf|clearance|ticket|^connect\.|^laravel|^wordpress_|^(?:h|s|l)?sid$/i;

/** Names of cookie attributes, which are no cookies. */
export const ATTRIBUTE = /^(?:path|domain|expires|max-age|samesite|priority|version|comment)$/i;
