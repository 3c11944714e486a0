import { ERRORS } from '#contract/errors.ts'
import { newId } from '#contract/id.ts'
import { CallError, call } from '#web/call.ts'
import { makePriceSheet } from '#features/procurement/rules/price-sheet.ts'
import { statementBytes } from '#features/procurement/rules/statement.ts'
import { submitBid } from '../../contract.ts'
import { sheetMarks, statementMarks } from '../../rules.ts'
import type { Receipt } from '#features/sealing/core/receipt.ts'
import { inWorker } from '../crypto.ts'
import type { BidDraft, DraftFile } from '../draft.ts'
import { dropJob, saveJob, sheetFilesOf } from '../draft.ts'
import { finishPrice } from '../price/grid.ts'
import { type QuoteDraft, type QuoteRoom, quoteSheetOf } from '../price/quote-state.ts'
import type { Room } from '../room.ts'
import { sealInWorker, uploadSealed } from '../sealing.ts'
import type { SealedItem } from '../shelf.ts'
import { dropSealedItems, sealedItems } from '../shelf.ts'
import type { Job, JobPart } from './job.ts'

/** What is happening to one file. */
export interface PartState {
  stage: 'waiting' | 'sealing' | 'uploading' | 'checking' | 'done'
  /** 0 to 1 of the stage. */
  share: number
}

export interface Run {
  room: Room
  place: string
  job: Job
  draft: BidDraft
  files: readonly DraftFile[]
  onPart: (envelopeId: string, state: PartState) => void
  onCommit: () => void
  /** The job with every step that was made, as it was kept. */
  onJob: (job: Job) => void
  signal: AbortSignal
}

/** Sealed files where the browser has no private storage: they live as long as the page. */
const memory = new Map<string, SealedItem>()

/**
 * Seals what is not sealed yet, sends what was not sent yet, and commits. What was done before an interruption is not
 * done again. Rejects with the Chinese reason; `CallError` where the server refused.
 */
export async function runJob(run: Run): Promise<Receipt> {
  const { room, place, signal } = run
  const shelf = { orderId: room.orderId, bidderId: room.bidderId }
  const kept = new Map((await sealedItems(shelf)).map((item) => [item.sealed.header.fileId, item]))
  const stale = [...kept.keys()].filter((id) => !run.job.parts.some((part) => part.envelopeId === id))
  await dropSealedItems(shelf, stale)
  let job = run.job
  const update = async (change: Partial<Job>) => {
    job = { ...job, ...change }
    run.onJob(job)
    await saveJob(place, job)
  }
  await update({})
  if (room.jointKey && !job.joint) await update({ joint: await jointPart(room) })
  const items: SealedItem[] = []
  for (const part of job.parts) {
    signal.throwIfAborted()
    const tell = (stage: PartState['stage'], share = 0) => run.onPart(part.envelopeId, { stage, share })
    const before = kept.get(part.envelopeId) ?? memory.get(part.envelopeId)
    const item = before ?? (await seal(part, { ...run, job, update }, (share) => tell('sealing', share)))
    memory.set(part.envelopeId, item)
    if (!part.uploadId || !before) {
      const uploaded = await uploadSealed(item, { orderId: room.orderId, onProgress: tell, signal })
      const parts = job.parts.map((p) =>
        p.envelopeId === part.envelopeId ? { ...p, uploadId: uploaded.view.fileId } : p,
      )
      await update({ parts })
    }
    tell('done', 1)
    items.push(item)
  }
  signal.throwIfAborted()
  run.onCommit()
  const tried = job.commit ?? { key: newId(), replaces: room.current?.submissionId ?? null }
  await update({ commit: tried })
  const receipt = await commit(room, { job, items, tried }).catch(async (error: unknown) => {
    // Somebody else of the company was faster: the next try is another commit, on top of theirs.
    if (error instanceof CallError && error.code === ERRORS.conflict.code) await update({ commit: null })
    throw error
  })
  await dropJob(place)
  for (const part of job.parts) memory.delete(part.envelopeId)
  await dropSealedItems(shelf)
  return receipt
}

/** One part for all files of the bid, made for the key that the announcement published. */
async function jointPart({ jointKey: record, trust, tenantId, orderId, bidderId, round }: Room) {
  const fingerprint = trust.jointKey
  if (!fingerprint) throw new Error('公告未公布联合密钥的指纹，不能投标')
  return inWorker('jointPart', { record, fingerprint, place: { tenantId, orderId, bidderId, round } })
}

async function seal(
  part: JobPart,
  run: Run & { update: (change: Partial<Job>) => Promise<void> },
  onShare: (share: number) => void,
): Promise<SealedItem> {
  const { room, job, draft, files } = run
  let source: Blob | Uint8Array
  if (part.role === 'statement') {
    source = statementBytes(room.orderId, valuesOf(statementMarks(room), draft))
  } else if (part.draftFileId === null) {
    const idOf = ({ id }: Pick<DraftFile, 'id'>) => job.parts.find((one) => one.draftFileId === id)!.envelopeId
    const made = sheetOf(room, { ...draft, files: sheetFilesOf(files, idOf) })
    const sheet = await inWorker('priceSheet', { suite: room.suite, sheet: made })
    // Before it is sealed: a sealed sheet whose hash was not kept could not be handed in.
    await run.update({ priceSheetHash: sheet.priceSheetHash })
    source = sheet.bytes
  } else {
    const file = files.find((f) => f.id === part.draftFileId)
    if (!file) throw new Error(`${part.name}：文件已不在本机，请重新选择`)
    source = file.content
  }
  const { tenantId, orderId, bidderId, round, suite } = room
  return sealInWorker(
    {
      source,
      name: part.name,
      place: { tenantId, orderId, bidderId, round, fileId: part.envelopeId, role: part.role },
      recipient: { suite, publicKey: job.publicKey },
      ...(job.joint && { joint: { record: room.jointKey, ...job.joint } }),
      ...(job.recoveryCode && { recoveryCode: job.recoveryCode }),
    },
    { onProgress: (_, share) => onShare(share), signal: run.signal },
  )
}

interface Commit {
  job: Job
  items: readonly SealedItem[]
  tried: NonNullable<Job['commit']>
}

async function commit(room: Room, { job, items, tried }: Commit): Promise<Receipt> {
  const { suite, tenantId, orderId, bidderId, round } = room
  const manifest = await inWorker('manifest', {
    place: {
      suite,
      tenantId,
      orderId,
      bidderId,
      round,
      priceSheetHash: job.priceSheetHash,
      ...(job.joint && { joint: job.joint.part }),
    },
    sealed: items.map((item) => item.sealed),
  })
  const fileIds = job.parts.flatMap((part) => (part.uploadId ? [part.uploadId] : []))
  const body = { manifest, fileIds, keyId: job.keyId, replaces: tried.replaces }
  return call(submitBid, { params: { orderId }, body }, { key: tried.key })
}

/** The draft as the sheet that is sealed. */
export function sheetOf(
  room: Pick<Room, 'marks' | 'reviewModel'> & QuoteRoom,
  draft: Pick<BidDraft, 'marks'> & QuoteDraft,
) {
  if (room.terms) return quoteSheetOf(room, room.terms, draft)
  return makePriceSheet(room.orderId, room.items, {
    prices: new Map(
      room.items.map((item) => {
        const line = draft.prices[item.itemId]
        return [item.itemId, { unitPrice: finishPrice(line?.unitPrice ?? '') || '0', remark: line?.remark ?? '' }]
      }),
    ),
    marks: valuesOf(sheetMarks(room), draft),
  })
}

function valuesOf(marks: Room['marks'], draft: Pick<BidDraft, 'marks'>) {
  return marks.map(({ name, unit }) => ({ name, unit, value: (draft.marks[name] ?? '').trim() }))
}
