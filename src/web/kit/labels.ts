const dictionary = new Map<string, string>()

/** Sets the second language: Chinese label → label. Chinese is the source language and needs none. */
export function setDictionary(entries: Record<string, string>): void {
  dictionary.clear()
  for (const [label, translated] of Object.entries(entries)) dictionary.set(label, translated)
}

/** The label in the language of the page. Every label that the kit draws passes through here. */
export function tr(label: string): string {
  return dictionary.get(label) ?? label
}
