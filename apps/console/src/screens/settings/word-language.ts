const ANALYSER = /^cairn-text-\d+(?:-(?<language>[a-z]+))?$/;

/** Name of the language whose words an analyser reads; the id of the analyser if this console does not know its form. */
export function languageOf(analyser: string): string {
  const parts = ANALYSER.exec(analyser);
  if (!parts) return analyser;
  const language = parts.groups?.['language'] ?? 'english';
  return language.charAt(0).toUpperCase() + language.slice(1);
}
