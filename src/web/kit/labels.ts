const dictionary = new Map<string, string>()

/** Sets the second language: Chinese label → label. Chinese is the source language and needs none. */
export function setDictionary(entries: Record<string, string>): void {
  dictionary.clear()
  for (const [label, translated] of Object.entries(entries)) dictionary.set(label, translated)
}

/** Says labels of the kit otherwise on some pages, e.g. those of auctions, which share their screens with tenders. */
export interface Wording {
  /** Whether a page of this address speaks so. */
  on: (pathname: string) => boolean
  labels: ReadonlyMap<string, string>
}

const wordings: Wording[] = []

export function addWording(wording: Wording): void {
  wordings.push(wording)
}

function worded(label: string): string {
  if (wordings.length === 0 || typeof location === 'undefined') return label
  return wordings.find((one) => one.on(location.pathname))?.labels.get(label) ?? label
}

/** The label in the language of the page. Every label that the kit draws passes through here. */
export function tr(label: string): string {
  const said = worded(label)
  return dictionary.get(said) ?? said
}
