import { formatDate } from '#contract/time.ts'
import type { LapseStanding } from '../contract/shared.ts'

/** A kind of certificate of which a purchaser knows none that holds long enough. Days of Beijing, `2026-11-28`. */
export interface Lapse {
  kind: string
  /** The last day of the one that holds longest. */
  validUntil: string
  /** SHA-256 (hex) of the files kept of those that end: the same bytes are no renewed document. */
  files: readonly string[]
}

interface Demanding {
  qualifications: readonly { name: string; required: boolean }[]
  given: readonly { kind?: string | undefined; sha256: string; validUntil: string | null }[]
  /** See `dayThatCounts`. */
  day: string
}

/** When documents are held against the calendar: the deadline of offers, or that of the sign-up where no offers are due. */
interface Deadlines {
  bidEnd: Date | null
  signUpEnd: Date | null
}

/** Beijing day of the deadline by which suppliers have to qualify; null: none is set. */
export function dayOfDeadline({ bidEnd, signUpEnd }: Deadlines): string | null {
  const at = bidEnd ?? signUpEnd
  return at && formatDate(at)
}

/** The Beijing day on which a document has to hold: today, and once the deadline is over the day of that. */
export function dayThatCounts(deadlines: Deadlines, now: Date): string {
  const [today, deadline] = [formatDate(now), dayOfDeadline(deadlines)]
  return deadline !== null && deadline < today ? deadline : today
}

/** How demanded documents stand that end; a renewed one is another file, stated to hold on the day that counts. */
export function standingsOf(lapses: readonly Lapse[], { qualifications, given, day }: Demanding): LapseStanding[] {
  return lapses.map(({ kind, validUntil, files }) => {
    const renewed = given.flatMap((one) =>
      one.kind === kind && !files.includes(one.sha256) && one.validUntil !== null && one.validUntil >= day
        ? [one.validUntil]
        : [],
    )
    return {
      kind,
      validUntil,
      isRequired: qualifications.some(({ name, required }) => name === kind && required),
      isExpired: validUntil < day,
      renewedUntil: renewed.toSorted().at(-1) ?? null,
    }
  })
}

/** Those for which a sign-up cannot be approved: what the order demands has expired, and no renewed one was handed in. */
export function failing(standings: readonly LapseStanding[]): LapseStanding[] {
  return standings.filter((one) => one.isRequired && one.isExpired && one.renewedUntil === null)
}

/** `“营业执照”有效期至 2026-12-01，已过期`, of several. */
export function expiredInWords(standings: readonly LapseStanding[]): string {
  return standings.map(({ kind, validUntil }) => `“${kind}”有效期至 ${validUntil}，已过期`).join('；')
}

/** How a document stands, for whoever decides: what the purchaser knows of it, and what the supplier says of the renewed one. */
export function standingInWords({ validUntil, isExpired, renewedUntil }: LapseStanding): string {
  const known = `供应商库登记的有效期至 ${validUntil}，${isExpired ? '已过期' : '早于截止时间'}`
  return renewedUntil === null ? known : `${known}；提交的新证注明有效期至 ${renewedUntil}`
}
