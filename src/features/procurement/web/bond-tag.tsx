import { NotedTag } from '#web/kit/status-tag.tsx'
import { type BondStanding, bondInWords } from '../contract/bond.ts'

/** How a bidder's bond stands: in order, or with what is wrong and what the committee decided of it. */
export function BondTag({ bond }: { bond: BondStanding | null }) {
  return bond && <NotedTag {...bondInWords(bond)} />
}
