import { QUOTE_FILE } from '#features/procurement/rules/enums.ts'
import type { QuoteSheet } from './sheet-format.ts'

/** A file that the documents ask for, by its name there. */
export interface AskedFile {
  name: string
  required: boolean
}

/** Those of an order's files that are asked for with a quote. */
export function askedFiles<F extends AskedFile & { role: string }>(bidFiles: readonly F[]): F[] {
  return bidFiles.filter(({ role }) => role === QUOTE_FILE)
}

/** Why the list of files is not of this sheet; empty when it is. `sealed`: ids of the files handed in with it, where known. */
export function forgedFile(
  { files, alternatives }: QuoteSheet,
  { items, sealed }: { items: ReadonlyMap<string, unknown>; sealed: ReadonlySet<string> | undefined },
): string {
  const counts = Map.groupBy(alternatives, ({ itemId }) => itemId)
  for (const { fileId, itemId, alternative } of files) {
    if (sealed && !sealed.has(fileId)) return '报价单所列文件未一并提交'
    const isOfLine = itemId === null ? alternative === null : items.has(itemId)
    if (!isOfLine || (alternative ?? 0) > (counts.get(itemId!)?.length ?? 0)) return '文件所属的清单行或备选不存在'
  }
  return new Set(files.map(({ fileId }) => fileId)).size < files.length ? '报价单所列文件重复' : ''
}

/** What the documents demand and the sheet does not name, and what it names that they do not ask for. */
export function* fileProblems(
  { files }: QuoteSheet,
  asked: readonly AskedFile[],
): Generator<{ text: string }, undefined> {
  for (const { name, required } of asked)
    if (required && !files.some(({ label }) => label === name)) yield { text: `未提交文件“${name}”` }
  const odd = files.find(({ label }) => !asked.some(({ name }) => name === label))
  if (odd) yield { text: `采购文件未要求提交文件“${odd.label}”` }
  return undefined
}
