/** Nonce of this page's response. Styles that components create require it. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// The scroll lock of dialogs reads the nonce from this global.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
