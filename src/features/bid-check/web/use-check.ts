import { useState } from 'react'
import type { PropsOf } from '#contract/slot.ts'
import { ownBond } from '#features/bonds/contract/own.ts'
import { tenderDetail } from '#features/procurement/contract/supplier.ts'
import type { BID_SLOTS } from '#features/sealed-bids/contract-slots.ts'
import { call, CallError } from '#web/call.ts'
import { clock } from '#web/clock.ts'
import { inWorker } from '#web/in-worker.ts'
import { useAction } from '#web/use-call.ts'
import { beginBidCheck, type BidCheckFacts, endBidCheck } from '../contract.ts'
import type { Case, CheckedFile, Finding } from '../rules/case.ts'
import type { Report } from '../rules/report-text.ts'
import { readBidFile } from './read-file.ts'

type Props = PropsOf<typeof BID_SLOTS.beforeSealing>

/** A report, and the bid that it is about. */
export interface MadeReport extends Report {
  about: string
}

export interface Checking {
  /** What is being done; null: nothing. */
  progress: string | null
  report: MadeReport | null
  /** Why there is no report; '' where nothing went wrong. */
  problem: string
  /** The report is made, and the server could not be told. */
  isUntold: boolean
  run: () => Promise<void>
  /** Tells the server once more. */
  tell: () => Promise<void>
}

/** Runs checks of a bid in this browser; the server is told that one began and how it ended. */
export function useCheck({ room, bid }: Props): Checking {
  const params = { orderId: room.orderId }
  const begin = useAction(beginBidCheck, { overlay: false })
  const end = useAction(endBidCheck, { overlay: false, quiet: true })
  const [progress, setProgress] = useState<string | null>(null)
  const [report, setReport] = useState<MadeReport | null>(null)
  const [made, setMade] = useState<MadeReport | null>(null)
  const [problem, setProblem] = useState('')

  // A report is shown once the count is used: what could not be told is kept until it is.
  const tellOf = async (ready: MadeReport) => {
    const told = await end.run({ params, body: { outcome: 'done' } })
    if (told.ok) {
      setMade(null)
      setReport(ready)
      setProblem('')
      return
    }
    told.error.handled = true
    setMade(ready)
    setProblem(`检查已完成，但未能登记：${told.error.message}`)
  }

  const run = async () => {
    if (progress !== null) return
    setProblem('')
    setProgress('正在准备')
    try {
      const begun = await begin.run({ params })
      if (!begun.ok) return
      try {
        const findings = await findingsOf({ room, bid }, begun.data, setProgress)
        const { checklist, unread } = begun.data
        await tellOf({ at: new Date(clock.now()).toISOString(), findings, checklist, unread, about: aboutOf(bid) })
      } catch (error) {
        if (error instanceof CallError) error.handled = true
        // Best effort: without it the count is free again by itself.
        const told = await end.run({ params, body: { outcome: 'failed' } })
        if (!told.ok) told.error.handled = true
        setProblem(`检查未能进行：${error instanceof Error ? error.message : '浏览器不支持'}。次数已退回或将自动退回`)
      }
    } finally {
      setProgress(null)
    }
  }
  return {
    progress,
    report,
    problem,
    isUntold: made !== null,
    run,
    tell: async () => {
      if (made) await tellOf(made)
    },
  }
}

/** Tells one state of a bid from another; stays here. */
export function aboutOf({ total, marks, files, lacks }: Props['bid']): string {
  return JSON.stringify([total, marks, lacks, files.map(({ id }) => id)])
}

async function findingsOf(
  { room, bid }: Props,
  facts: BidCheckFacts,
  onProgress: (text: string) => void,
): Promise<Finding[]> {
  const params = { orderId: room.orderId }
  const tender = await call(tenderDetail, { params })
  const bond = Number(tender.bond) > 0 ? await call(ownBond, { params }) : null
  const files: CheckedFile[] = []
  for (const [i, { id, name, envelope, content }] of bid.files.entries()) {
    const place = `正在读取第 ${i + 1} 个文件，共 ${bid.files.length} 个`
    onProgress(place)
    const onPage = (page: number, pages: number) => {
      if (page % 10 === 0) onProgress(`${place}：${page} / ${pages} 页`)
    }
    files.push({ id, name, envelope, content: await readBidFile({ name, content }, onPage) })
  }
  onProgress('正在核对')
  const { code, title, method, controlPrice, unconfirmed } = room
  const { total, lacks, warnings, marks } = bid
  const held: Case = {
    order: { code, title, method, controlPrice, unconfirmed },
    facts,
    bid: { total, lacks, warnings, marks },
    bond: bond && {
      isInForce: bond.state !== 'unpaid' && bond.state !== 'pending',
      isPending: bond.state === 'pending',
      demanded: bond.demanded,
      deadline: bond.deadline,
      canReject: tender.settings.bond.onFault === 'block',
    },
    lapses: tender.lapses,
    files,
  }
  const worker = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' })
  const input = { bid: held, now: clock.now() }
  return inWorker<Finding[]>(worker, { name: 'check', input }, '浏览器不支持后台检查')
}
