/** What somebody stored, as text: never as markup, whatever it holds. */
export const StoredText = ({ children, short }: { children: string; short?: boolean }) => (
  <p className={short ? 'stored stored-short' : 'stored'} dir="auto">
    {children}
  </p>
);

/** A short stored text in a line of ours, such as a title or a speaker. */
export const StoredName = ({ children }: { children: string }) => (
  <bdi className="stored-name" dir="auto">
    {children}
  </bdi>
);
