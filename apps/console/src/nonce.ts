/** Nonce of this page's response, required for styles that components create. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// Global in which the scroll lock of dialogs looks for the nonce.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
