/** The text of one page, made comparable, with the way back to the pieces that the file gives it in. */
export interface PageText {
  text: string
  /** For each character of `text`: the piece it comes from, and its place there. */
  from: readonly { item: number; start: number; end: number }[]
}

/** Parts of pieces, by number of the piece: where a match stands on the page. */
export type Ranges = ReadonlyMap<number, readonly (readonly [start: number, end: number])[]>

/**
 * Makes text comparable: compatibility forms alike (Ａ and A, ㎡ and m2, ⽂ and 文), letters small, no blanks, because a
 * PDF breaks Chinese text anywhere.
 */
export function comparable(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, '')
}

export function pageText(items: readonly string[]): PageText {
  const parts: string[] = []
  const from: PageText['from'][number][] = []
  items.forEach((text, item) => {
    let start = 0
    for (const sign of text) {
      const end = start + sign.length
      const plain = comparable(sign)
      parts.push(plain)
      for (let i = 0; i < plain.length; i++) from.push({ item, start, end })
      start = end
    }
  })
  return { text: parts.join(''), from }
}

/** Places of all matches, one after the other, not overlapping. */
export function findIn({ text, from }: PageText, wanted: string): Ranges[] {
  const sought = comparable(wanted)
  if (sought === '') return []
  const found: Ranges[] = []
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + sought.length)) {
    const ranges = new Map<number, [number, number][]>()
    for (const { item, start, end } of from.slice(at, at + sought.length)) {
      const list = ranges.get(item) ?? []
      const last = list.at(-1)
      // Pieces hold blanks between signs that match as neighbours: those are marked with them.
      if (last) last[1] = Math.max(last[1], end)
      else list.push([start, end])
      ranges.set(item, list)
    }
    found.push(ranges)
  }
  return found
}

/** One piece as HTML with its matches marked; everything of the file is text. */
export function marked(text: string, ranges: readonly { range: readonly [number, number]; now: boolean }[]): string {
  let html = ''
  let at = 0
  for (const { range, now } of ranges) {
    const [start, end] = [Math.max(at, range[0]), Math.max(at, range[1])]
    html += `${escape(text.slice(at, start))}<mark class="kb-pdf-hit${now ? ' kb-pdf-hit-now' : ''}">${escape(text.slice(start, end))}</mark>`
    at = end
  }
  return html + escape(text.slice(at))
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
