import { useCallback, useEffect, useRef, useState } from 'react'
import { ERRORS } from '#contract/errors.ts'
import { CallError } from '#web/call.ts'
import { say } from '#features/procurement/methods/say.ts'
import { noteChanged } from '#web/stale.ts'
import { statementMarks } from '../../rules.ts'
import { dropJob, sheetFilesOf } from '../draft.ts'
import { quoteSheetOf } from '../price/quote-state.ts'
import type { BidDraftState } from '../use-bid-draft.ts'
import type { Job } from './job.ts'
import type { Room } from '../room.ts'
import type { PartState } from './run-job.ts'

export type SealPhase = 'idle' | 'running' | 'committing' | 'stopped'

export interface Sealing {
  phase: SealPhase
  /** Sealing, sending or committing: what goes in must not change. */
  running: boolean
  job: Job | null
  parts: ReadonlyMap<string, PartState>
  problem: { text: string; final: boolean } | null
  start: () => Promise<void>
  stop: () => void
}

const C = ERRORS

/** What seals and sends: beside the editor's own script, but there before it is needed. */
async function loadWork() {
  const [{ continueJob }, { runJob }] = await Promise.all([import('./job.ts'), import('./run-job.ts')])
  return { continueJob, runJob }
}

/** Runs a submission and tells what is happening to it. */
export function useSealing(
  room: Room,
  bid: BidDraftState,
  options: { keyId: string | null; recoveryCode: string | null; onDone: () => void },
): Sealing {
  const { keyId, recoveryCode, onDone } = options
  const [phase, setPhase] = useState<SealPhase>('idle')
  const [job, setJob] = useState<Job | null>(null)
  const [parts, setParts] = useState<ReadonlyMap<string, PartState>>(new Map())
  const [problem, setProblem] = useState<Sealing['problem']>(null)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => {
    // Nothing should have to be fetched in the last minute; if it fails now, it is tried again then.
    void loadWork().catch(() => undefined)
    return () => abort.current?.abort(new Error('已离开页面'))
  }, [])

  const start = async () => {
    const key = room.roundKey ?? room.keys.find((one) => one.keyId === keyId)
    if (!key || abort.current) return
    const { prices, marks } = bid.draft
    const hasStatement = statementMarks(room).length > 0
    const own = { keyId: key.keyId, publicKey: key.publicKey, recoveryCode }
    const sheet = room.terms && quoteSheetOf(room, room.terms, { ...bid.draft, files: sheetFilesOf(bid.files) })
    const inputs = { ...own, prices, marks, hasStatement, files: bid.files, ...(sheet && { sheet }) }
    const control = new AbortController()
    abort.current = control
    setParts(new Map())
    setProblem(null)
    setPhase('running')
    try {
      const { continueJob, runJob } = await loadWork().catch(() => {
        throw new Error('页面未能完整加载，请检查网络后继续')
      })
      const next = continueJob(bid.job, inputs)
      setJob(next)
      bid.setJob(next)
      await runJob({
        room,
        place: bid.place,
        job: next,
        draft: bid.draft,
        files: bid.files,
        onPart: (id, state) => setParts((now) => new Map(now).set(id, state)),
        onCommit: () => setPhase('committing'),
        onJob: bid.setJob,
        signal: control.signal,
      })
      bid.setJob(null)
      setPhase('idle')
      onDone()
    } catch (error) {
      if (startsAnew(error)) {
        await dropJob(bid.place).catch(() => undefined)
        bid.setJob(null)
      }
      setProblem(explain(room, error))
      setPhase('stopped')
    } finally {
      abort.current = null
      // Also where nobody knows what came of it.
      noteChanged(['bid'])
    }
  }
  const stop = useCallback(() => abort.current?.abort(new Error('已暂停，可以随时继续')), [])
  const running = phase === 'running' || phase === 'committing'
  return { phase, running, job, parts, problem, start, stop }
}

/** A refusal that the same sealed files would meet again. */
function startsAnew(error: unknown): boolean {
  const codes: number[] = [C.tampered.code, C.noBidFile.code, C.invalid.code, C.idempotencyReuse.code]
  return error instanceof CallError && codes.includes(error.code)
}

function explain(room: Room, error: unknown): Sealing['problem'] {
  if (!(error instanceof CallError))
    return { text: error instanceof Error ? error.message : '加密或上传失败', final: false }
  if (error.code === C.tooLate.code) {
    return {
      text: say(room, '{deadline}时间已过，本次提交未被接收。以服务器时钟为准；截止前已提交的{bid}仍然有效。'),
      final: true,
    }
  }
  if (error.outcomeUnknown) return { text: `${error.message}。已完成的部分已保留，请点“继续提交”`, final: false }
  return { text: error.message, final: false }
}
