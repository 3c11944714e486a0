import { useCallback, useEffect, useRef } from 'react'
import { commitmentOf } from '#contract/draw.ts'
import { commitToDraw, ownDraws, revealForDraw } from '#contract/draw-calls.ts'
import { useAction, useCall } from './use-call.ts'

/** Ms between two looks: a draw that is frozen waits a minute for the values of those who take part. */
const LOOK = 10_000

/**
 * Takes part in the draws of an order or extraction with a value that only this browser knows: its hash goes on record
 * before anything is frozen, the value when the draw asks for it. `joins`: by itself, else with `join`. A browser that
 * lost the value, or was closed, forfeits.
 */
export function useDrawShare(
  subject: string,
  { joins, enabled = true }: { joins: boolean; enabled?: boolean },
): { join: () => Promise<void>; joined: boolean; mayJoin: boolean } {
  const query = useCall(ownDraws, { query: { subject } }, { enabled, fresh: 0, every: LOOK })
  const commit = useAction(commitToDraw, { overlay: false, quiet: true })
  const reveal = useAction(revealForDraw, { overlay: false, quiet: true })
  const running = useRef(false)
  const draws = query.data
  const { refetch } = query

  const join = useCallback(async () => {
    const now = (await refetch()).data ?? []
    for (const one of now.filter(({ stage, commitment }) => stage === 'prepared' && commitment === null))
      await commit.run({ params: { drawId: one.drawId }, body: { commitment: commitmentOf(valueFor(one.drawId)) } })
    await refetch()
  }, [commit, refetch])

  useEffect(() => {
    if (running.current) return
    const commitTo = (drawId: string) =>
      commit.run({ params: { drawId }, body: { commitment: commitmentOf(valueFor(drawId)) } })
    const due = (draws ?? []).flatMap(({ drawId, stage, commitment, hasRevealed }) => {
      if (joins && stage === 'prepared' && commitment === null) return [() => commitTo(drawId)]
      const value = stage === 'revealing' && commitment !== null && !hasRevealed && localStorage.getItem(keyOf(drawId))
      return value ? [() => reveal.run({ params: { drawId }, body: { value } })] : []
    })
    // One after the other: an action that runs takes no second call.
    const takePart = async () => {
      for (const act of due) await act()
    }
    running.current = true
    void takePart().finally(() => (running.current = false))
  }, [draws, joins, commit, reveal, query.dataUpdatedAt])

  return {
    join,
    joined: (draws ?? []).some(({ commitment }) => commitment !== null),
    mayJoin: (draws ?? []).some(({ stage, commitment }) => stage === 'prepared' && commitment === null),
  }
}

/** The value of this browser for a draw; made when first asked for, and kept until it is revealed. */
function valueFor(drawId: string): string {
  const kept = localStorage.getItem(keyOf(drawId))
  if (kept) return kept
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  localStorage.setItem(keyOf(drawId), value)
  return value
}

function keyOf(drawId: string): string {
  return `kb.draw/${drawId}`
}
