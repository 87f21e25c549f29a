/** The nonce of the answer that this page came with: the styles that a component makes need it. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// The scroll lock of dialogs looks for it here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
