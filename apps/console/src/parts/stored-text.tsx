/** Renders stored text as plain text, never as markup. */
export const StoredText = ({ children, short }: { children: string; short?: boolean }) => (
  <p className={short ? 'stored stored-short' : 'stored'} dir="auto">
    {children}
  </p>
);

/** Renders a short stored text inline, such as a title or a speaker's name. */
export const StoredName = ({ children }: { children: string }) => (
  <bdi className="stored-name" dir="auto">
    {children}
  </bdi>
);
