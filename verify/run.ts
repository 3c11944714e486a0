import { check, type Check } from '#features/sealing/core/check.ts'
import { canonicalHash } from '#features/sealing/core/log/record-leaf.ts'
import { NOTICE_TYPE, type NoticeTrust } from '#features/sealing/core/receipt.ts'
import { ARCHIVE_TYPE, MANIFEST_PATH } from '#features/sealing/core/record-manifest.ts'
import { joinTrust, readTrust, TRUST_TYPE, type TrustFile } from '#features/sealing/core/trust-file.ts'
import { PROOF_TYPE, type ProofFile } from '#features/sealing/core/verify-trust.ts'
import { gather } from './gather.ts'
import { looseSections } from './loose.ts'
import { type Container, containerOf, isRecord, type Memo, verifyRecord } from './record.ts'
import { type Report, type Section, verdictOn } from './report.ts'
import type { Entry } from './zip.ts'

export interface RunOptions {
  /** Trust files, and notices that are trusted (`--trust`). */
  trust?: readonly Entry[]
  /** Findings of earlier runs in this process, so that what did not change is not checked again. */
  memo?: Map<string, Promise<Check[]>>
  onProgress?: (text: string) => void
}

/** Verifies all that was handed in: records of procedures by their manifests, and whatever lies loose. Never throws on bad input. */
export async function verify(entries: readonly Entry[], options: RunOptions = {}): Promise<Report> {
  const { onProgress } = options
  const sections: Section[] = []
  let trust: TrustFile | null = null
  const trusted = await check('trust-file', '信任文件', async () => {
    trust = joinTrust(await Promise.all((options.trust ?? []).map(readTrusted)))
    return '已读取'
  })
  if (trusted.ok === false) sections.push({ title: '来源', checks: [trusted] })
  const { records, loose, broken } = await divide(entries)
  const { proofs, rest } = await proofsIn(loose)
  const memo = memoOf(options.memo ?? new Map())
  for (const record of records) sections.push(...(await verifyRecord(record, { trust, proofs, memo, onProgress })))
  if (broken.length > 0) sections.push({ title: '无法读取的文件', checks: broken })
  const isAlone = records.length === 0 && broken.length === 0
  if (rest.length > 0 || isAlone)
    sections.push(...(await looseSections(await gather(rest), { trust, onProgress, isAlone })))
  return { verdict: verdictOn(sections), sections }
}

/** A trust file, or a notice that is taken for one: then it pins itself and its keys. */
async function readTrusted({ blob }: Entry): Promise<TrustFile> {
  const value = JSON.parse(await blob.text()) as Partial<NoticeTrust>
  if (value.type !== NOTICE_TYPE) return readTrust(value)
  const notice = value as NoticeTrust
  const { ed25519, sm2 } = notice.serviceKeys
  return readTrust({
    type: TRUST_TYPE,
    tenantId: notice.tenantId,
    logKey: notice.logKey,
    serviceKeys: { ed25519: [ed25519], sm2: sm2 === undefined ? [] : [sm2] },
    noticeKeys: [],
    witnesses: null,
    heads: notice.checkpoint === null ? [] : [notice.checkpoint],
    notices: [notice],
  })
}

/** Records apart from what lies loose: each zip that is one, and each folder with a manifest. */
async function divide(entries: readonly Entry[]): Promise<{ records: Container[]; loose: Entry[]; broken: Check[] }> {
  const records: Container[] = []
  const broken: Check[] = []
  const loose: Entry[] = []
  const roots = entries.flatMap(({ path }) =>
    path === MANIFEST_PATH || path.endsWith(`/${MANIFEST_PATH}`) ? [path.slice(0, -MANIFEST_PATH.length)] : [],
  )
  const folders = new Map<string, Entry[]>()
  for (const entry of entries) {
    const path = entry.path.replaceAll('\\', '/')
    const root = roots.filter((one) => path.startsWith(one)).toSorted((a, b) => a.length - b.length)[0]
    if (root !== undefined)
      folders.set(root, [...(folders.get(root) ?? []), { ...entry, path: path.slice(root.length) }])
    else if (!path.toLowerCase().endsWith('.zip')) loose.push(entry)
    else
      try {
        const container = await containerOf(path, entry.blob)
        if (isRecord(container)) records.push(container)
        else loose.push(entry)
      } catch (cause) {
        broken.push({
          id: 'broken',
          title: path,
          ok: false,
          detail: cause instanceof Error ? cause.message : String(cause),
        })
      }
  }
  for (const [root, own] of folders) {
    const container = { name: root.split('/').at(-2) || '文件夹', entries: own, zip: null }
    // The manifest of a single bid has the same name.
    if (
      own.some(({ path }) => path.includes('/')) &&
      (isRecordList(await textIn(own)) ||
        isRecord({ ...container, entries: own.filter(({ path }) => path !== MANIFEST_PATH) }))
    )
      records.push(container)
    else loose.push(...own.map((entry) => ({ ...entry, path: `${root}${entry.path}` })))
  }
  return { records, loose, broken }
}

async function textIn(entries: readonly Entry[]): Promise<string> {
  const list = entries.find(({ path }) => path === MANIFEST_PATH)
  return list && list.blob.size < 1 << 26 ? list.blob.text() : ''
}

function isRecordList(text: string): boolean {
  return text.includes(`"${ARCHIVE_TYPE}"`) || /"entries"\s*:/.test(text)
}

/** The proofs that lie beside records, apart from the rest. */
async function proofsIn(loose: readonly Entry[]): Promise<{ proofs: ProofFile[]; rest: Entry[] }> {
  const proofs: ProofFile[] = []
  const rest: Entry[] = []
  for (const entry of loose) {
    const value = /\.json$/i.test(entry.path) && entry.blob.size < 1 << 20 ? parsed(await entry.blob.text()) : undefined
    if (value?.type === PROOF_TYPE) proofs.push(value as ProofFile)
    else rest.push(entry)
  }
  return { proofs, rest }
}

function parsed(text: string): { type?: unknown } | undefined {
  try {
    return Object(JSON.parse(text)) as { type?: unknown }
  } catch {
    return undefined
  }
}

/** The same material is checked once: findings are kept by the hash of what they were made of. */
function memoOf(known: Map<string, Promise<Check[]>>): Memo {
  return (parts, make) => {
    const key = canonicalHash([...parts])
    const made = known.get(key) ?? make()
    known.set(key, made)
    return made
  }
}
