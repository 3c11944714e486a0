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
  const tried = useRef(new Set<string>())
  const draws = query.data
  const { refetch } = query

  const join = useCallback(async () => {
    const now = (await refetch()).data ?? []
    for (const one of now.filter(({ stage, commitment }) => stage === 'prepared' && commitment === null))
      await commit.run({ params: { drawId: one.drawId }, body: { commitment: commitmentOf(valueFor(one.drawId)) } })
    await refetch()
  }, [commit, refetch])

  useEffect(() => {
    const once = (key: string, act: () => Promise<unknown>) => {
      if (tried.current.has(key)) return
      tried.current.add(key)
      void act()
    }
    for (const { drawId, stage, commitment, hasRevealed } of draws ?? []) {
      if (joins && stage === 'prepared' && commitment === null)
        once(`commit/${drawId}`, () =>
          commit.run({ params: { drawId }, body: { commitment: commitmentOf(valueFor(drawId)) } }),
        )
      if (stage === 'revealing' && commitment !== null && !hasRevealed) {
        const value = localStorage.getItem(keyOf(drawId))
        if (value) once(`reveal/${drawId}`, () => reveal.run({ params: { drawId }, body: { value } }))
      }
    }
  }, [draws, joins, commit, reveal])

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
