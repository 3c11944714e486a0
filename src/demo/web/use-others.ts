import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, CallError, NETWORK_ERROR } from '#web/call.ts'
import { toast } from '#web/feedback.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { letOthersAct } from '../contract.ts'

export type Deed = OutputOf<typeof letOthersAct>['deeds'][number]

/** What the others did in an order; null while nobody was asked. */
export interface Outcome {
  recordId: string
  deeds: readonly Deed[]
}

export interface Others {
  isBusy: boolean
  outcome: Outcome | null
  act: (recordId: string) => Promise<void>
}

/** Lets the other people of the demonstration act. It goes on while the board is closed; the page then loads anew. */
export function useOthers(): Others {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const act = async (recordId: string) => {
    setBusy(true)
    setOutcome(null)
    try {
      const { deeds } = await call(letOthersAct, { body: { recordId } })
      setOutcome({ recordId, deeds })
      await client.invalidateQueries()
    } catch (error) {
      toast.error(error instanceof CallError ? error.message : NETWORK_ERROR)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, outcome, act }
}
