import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { keyOf, loadOf, useCall } from '#web/use-call.ts'
import { ownScores } from '../../contract/expert.ts'

/** Asks for the bid at which the work goes on. */
export const NEXT = 'next'

interface OfWay {
  projectId: string
  wayId: string
}

const FRESH_MS = 1_000

/** The own sheet of a way as the server has it: marks of one bid (`NEXT`: where the work goes on), counts of the others. */
export function useSheet({ projectId, wayId }: OfWay, bidderId: string, enabled: boolean) {
  return useCall(
    ownScores,
    { params: { projectId, wayId }, query: { bidderId } },
    { enabled, fresh: FRESH_MS, keep: true },
  )
}

/**
 * The sheet at one bid: the one chosen (''), else where the work goes on. What was there stays while the marks of another
 * bid are fetched, or cannot be.
 */
export function useSheetAt(way: OfWay, chosen: string, enabled: boolean) {
  const client = useQueryClient()
  const [first, setFirst] = useState('')
  const query = useSheet(way, chosen || first || NEXT, enabled)
  const { projectId, wayId } = way
  const open = query.data?.bidders.find((b) => b.scores !== null)?.bidderId ?? ''
  useEffect(() => {
    if (chosen || first || !open) return
    // From here on it is this bid, also when another has become the next: the answer is its own, too.
    const key = keyOf(ownScores, { params: { projectId, wayId }, query: { bidderId: open } })
    client.setQueryData(key, query.data)
    setFirst(open)
  }, [client, projectId, wayId, chosen, first, open, query.data])
  const last = useRef(query.data)
  if (query.data) last.current = query.data
  return { query, sheet: query.data ?? last.current, bidderId: chosen || first || open }
}

/** Fetches the marks of another bid before they are asked for. */
export function useFetchAhead({ projectId, wayId }: OfWay): (bidderId: string) => void {
  const client = useQueryClient()
  return useCallback(
    (bidderId) => {
      const input = { params: { projectId, wayId }, query: { bidderId } }
      void client.prefetchQuery({
        queryKey: keyOf(ownScores, input),
        queryFn: loadOf(ownScores, input),
        staleTime: AHEAD_MS,
      })
    },
    [client, projectId, wayId],
  )
}

/** What was fetched this short ago is not fetched ahead again, ms. */
const AHEAD_MS = 60_000
