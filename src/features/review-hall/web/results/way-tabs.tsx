import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Way } from '../review-data.ts'
import { useReviewAddress } from '../review-address.ts'

/** How far a way is, as a colour: 1 and 3 are judged, 2 is done. */
const TONES: Partial<Record<number, string>> = { 1: 'kb-accent', 2: 'kb-good', 3: 'kb-accent' }

/** The ways of a review in their order, with how far each is. */
export function WayTabs({ ways, current }: { ways: readonly Way[]; current: string }) {
  const { way: addressOf } = useReviewAddress()
  const nav = useRef<HTMLElement>(null)
  // On a phone the row is longer than the screen: the one that is open stands in its middle.
  useEffect(() => {
    const row = nav.current
    const open = row?.querySelector('[aria-current]')?.getBoundingClientRect()
    if (!row || !open) return
    const seen = row.getBoundingClientRect()
    row.scrollLeft += open.left + open.width / 2 - (seen.left + seen.width / 2)
  }, [current])
  return (
    <nav ref={nav} className="rv-ways kb-flex kb-grow kb-scroll-x kb-inner-rings" aria-label="评审项">
      {ways.map((way) => (
        <Link
          key={way.wayId}
          to={addressOf(way)}
          replace
          className="rv-way kb-tab kb-column"
          aria-current={way.wayId === current ? 'page' : undefined}
        >
          <span>{way.name}</span>
          <small className={TONES[way.status] ?? ''}>{stateOf(way)}</small>
        </Link>
      ))}
    </nav>
  )
}

function stateOf(way: Way): string {
  const judging = (way.status === 1 || way.status === 3) && !way.isAutomatic
  if (!judging) return way.status === 1 ? '待汇总' : way.statusLabel
  return `${way.status === 3 ? '重新评审 ' : ''}${way.submitted}/${way.reviewers} 已提交`
}
