import { newId } from '#contract/id.ts'
import { callContext } from '#web/call.ts'
import { clock } from '#web/clock.ts'
import type { SheetFile } from '#features/quotes/rules/sheet-format.ts'
import type { TypedAlternative } from '#features/quotes/rules/typed-quote.ts'
import type { FileRole } from '#features/sealing/core/envelope-header.ts'
import { FIRST_ROUND } from '../rules.ts'
import type { Job } from './seal/job.ts'
import type { Prices } from './price/grid.ts'
import * as local from './local-store.ts'

/** What a bidder has typed so far. It stays in this browser: plaintext prices are never sent. */
export interface BidDraft {
  prices: Prices
  /** Value by name of the mark. */
  marks: Record<string, string>
  /** Other products that a quote offers for a line, by its item. */
  alternatives: Record<string, TypedAlternative[]>
  /** What a quote says of the whole; '' for the validity is the least that is asked for. */
  offer: { validityDays: string; remark: string }
  keyId: string | null
  /** ISO instant of the last save, by the server's clock. */
  savedAt: string | null
}

/** A file chosen for the bid, kept with its content so that a reload loses nothing. */
export interface DraftFile {
  id: string
  role: Exclude<FileRole, 'price' | 'statement'>
  name: string
  size: number
  /** SHA-256, hex; null while it is computed. */
  sha256: string | null
  content: Blob
  /** Of a quote: which of the files asked for it is, and what it belongs to; left out for the whole quote. */
  label?: string
  of?: FileOf
}

/** A line of the bill by its item, and which of its alternatives; null is its own offer. */
export type FileOf = Pick<SheetFile, 'itemId' | 'alternative'>

export const EMPTY_DRAFT: BidDraft = {
  prices: {},
  marks: {},
  alternatives: {},
  offer: { validityDays: '', remark: '' },
  keyId: null,
  savedAt: null,
}

/** Where the drafts of one round of an order lie: per person and company, as other drafts. */
export function placeOf({ orderId, round }: { orderId: string; round: number }): string {
  return `${callContext.owner}|${orderId}${round === FIRST_ROUND ? '' : `/${round}`}`
}

export async function loadDraft(place: string): Promise<BidDraft> {
  return { ...EMPTY_DRAFT, ...(await local.get<BidDraft>('drafts', place)) }
}

/** Keeps the draft and gives it back with its time. Throws when this browser refuses to store. */
export async function saveDraft(place: string, draft: BidDraft): Promise<BidDraft> {
  const saved = { ...draft, savedAt: new Date(clock.now()).toISOString() }
  await local.put('drafts', place, saved)
  return saved
}

export async function loadFiles(place: string): Promise<DraftFile[]> {
  const files = await local.list<DraftFile>('files', `${place}|`)
  return files.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

export function newDraftFile(role: DraftFile['role'], file: File, label?: string): DraftFile {
  const { name, size } = file
  return { id: newId(), role, name, size, sha256: null, content: file, ...(label !== undefined && { label }) }
}

/** The files as the sheet of a quote names them. `idOf`: a file's id in envelope and manifest. */
export function sheetFilesOf(
  files: readonly Pick<DraftFile, 'id' | 'label' | 'of'>[],
  idOf: (file: Pick<DraftFile, 'id'>) => string = ({ id }) => id,
): SheetFile[] {
  return files.map((file) => ({
    fileId: idOf(file),
    label: file.label ?? '',
    itemId: file.of?.itemId ?? null,
    alternative: file.of?.alternative ?? null,
  }))
}

export function saveFile(place: string, file: DraftFile): Promise<void> {
  return local.put('files', `${place}|${file.id}`, file)
}

export function removeFile(place: string, id: string): Promise<void> {
  return local.remove('files', `${place}|${id}`)
}

export function loadJob(place: string): Promise<Job | undefined> {
  return local.get<Job>('jobs', place)
}

export function saveJob(place: string, job: Job): Promise<void> {
  return local.put('jobs', place, job)
}

export function dropJob(place: string): Promise<void> {
  return local.remove('jobs', place)
}

/**
 * The part of a stored draft that still belongs to the bill: a change of the tender may have taken lines or marks away.
 * Gives the draft itself when nothing was lost.
 */
export function fitDraft(
  draft: BidDraft,
  bill: { items: readonly { itemId: string }[]; marks: readonly { name: string }[] },
): { draft: BidDraft; dropped: number } {
  const items = new Set(bill.items.map((item) => item.itemId))
  const marks = new Set(bill.marks.map((mark) => mark.name))
  const prices = Object.entries(draft.prices).filter(([id]) => items.has(id))
  const alternatives = Object.entries(draft.alternatives).filter(([id]) => items.has(id))
  const values = Object.entries(draft.marks).filter(([name]) => marks.has(name))
  const sizeOf = (record: object) => Object.keys(record).length
  const kept = prices.length + alternatives.length + values.length
  const dropped = sizeOf(draft.prices) + sizeOf(draft.alternatives) + sizeOf(draft.marks) - kept
  if (dropped === 0) return { draft, dropped }
  const fitted = {
    prices: Object.fromEntries(prices),
    alternatives: Object.fromEntries(alternatives),
    marks: Object.fromEntries(values),
  }
  return { draft: { ...draft, ...fitted }, dropped }
}
