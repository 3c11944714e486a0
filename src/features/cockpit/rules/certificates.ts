import { formatDate } from '#contract/time.ts'

/** A document that a company holds; `validUntil`: its last day, `2027-03-31`, null: it has no end, or none is known. */
export interface Certificate {
  name: string
  validUntil: string | null
}

/** What an order asks for, held against what there is: names that are missing, and those that end before the day. */
export interface Qualified {
  missing: string[]
  ending: Certificate[]
}

/**
 * Which of the demanded documents are missing, and which of those held end before `day` (Beijing; null: no day is set). Of
 * several that fit the one that holds longest counts.
 */
export function qualified(demanded: readonly string[], held: readonly Certificate[], day: string | null): Qualified {
  const found = demanded.map((name) => ({ name, fits: held.filter((one) => isSame(name, one.name)) }))
  return {
    missing: found.filter(({ fits }) => fits.length === 0).map(({ name }) => name),
    ending: found.flatMap(({ name, fits }) => {
      const longest = fits.toSorted((a, b) => (b.validUntil ?? '9').localeCompare(a.validUntil ?? '9'))[0]
      const endsBefore =
        day !== null && longest !== undefined && longest.validUntil !== null && longest.validUntil < day
      return endsBefore ? [{ name, validUntil: longest.validUntil }] : []
    }),
  }
}

/** The day in Beijing on which documents have to hold: that of the opening, else of the deadline. */
export function dayOfOpening({ openAt, bidEnd }: { openAt: Date | null; bidEnd: Date | null }): string | null {
  const at = openAt ?? bidEnd
  return at && formatDate(at)
}

/** The same document, however fully each side writes its name. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [plain(one), plain(other)]
  return a === b || (a.length > 2 && b.includes(a)) || (b.length > 2 && a.includes(b))
}

function plain(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\s|[《》“”"()]/g, '')
}
