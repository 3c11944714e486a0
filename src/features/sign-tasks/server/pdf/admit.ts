import { PDF, type PdfDict } from '@libpdf/core'
import { AppError } from '#contract/errors.ts'
import type { Bytes } from '#features/sealing/core/bytes.ts'
import { signaturesIn } from '../../core/coverage.ts'
import { dictionariesFrom } from '../../core/walk.ts'
import { MOST_PAGES } from '../../rules/limits.ts'

/** A file that may be signed. */
export interface Admitted {
  /** As it was brought, or written anew where it could not have been extended otherwise. */
  content: Bytes
  isRewritten: boolean
  pages: number
  /** Signatures that it has already. */
  signatures: number
}

/** What acts when a document is opened or clicked, so that its readers may see different things (ISO 32000-2 §12.6.4). */
const ACTIVE = new Set(['JavaScript', 'Launch', 'ImportData', 'SubmitForm', 'Rendition', 'RichMediaExecute', 'Movie'])

/**
 * Reads a PDF file that somebody wants to have signed. Refuses with `fileType` and a reason what is damaged, locked by a
 * password, active, without pages, too long, closed to further signatures, or signed and not extensible.
 */
export async function admit(content: Bytes): Promise<Admitted> {
  const pdf = await open(content)
  if (pdf.isEncrypted) refuse('PDF 设有密码或加密，不能签署，请解除后重新上传')
  const pages = pdf.getPageCount()
  if (pages === 0) refuse('PDF 没有页面，不能签署')
  if (pages > MOST_PAGES) refuse(`PDF 超过 ${MOST_PAGES} 页，不能签署`)
  const { signatures, faults } = signaturesIn(content)
  if (faults.length > 0) refuse(`PDF 中已有的签名不完整（${faults[0]!.finding}），不能签署`)
  demandPassive(pdf)
  if (!pdf.canSaveIncrementally()) return { content, isRewritten: false, pages, signatures: signatures.length }
  // Linearised for the web, or mended while it was read: nothing can be appended to it as it stands.
  if (signatures.length > 0) refuse('PDF 已有签名且结构不允许追加，不能再签署')
  const rewritten = new Uint8Array(await pdf.save({ incremental: false }))
  const again = await open(rewritten)
  if (again.canSaveIncrementally() || again.getPageCount() !== pages) refuse('PDF 文件已损坏，不能签署')
  return { content: rewritten, isRewritten: true, pages, signatures: 0 }
}

/** A file of the tasks, read. Throws `fileType` where it is none. */
export async function open(content: Bytes): Promise<PDF> {
  const head = new TextDecoder('latin1').decode(content.subarray(0, 1024))
  if (!head.includes('%PDF-')) refuse('文件不是 PDF')
  try {
    const pdf = await PDF.load(content)
    pdf.getPageCount()
    return pdf
  } catch (cause) {
    const isLocked = cause instanceof Error && /encrypt|password|credential/i.test(`${cause.name} ${cause.message}`)
    return refuse(isLocked ? 'PDF 设有密码或加密，不能签署，请解除后重新上传' : 'PDF 文件已损坏，不能签署')
  }
}

function demandPassive(pdf: PDF): void {
  try {
    for (const dictionary of dictionariesFrom(pdf, pdf.getCatalog())) demandInactive(dictionary)
  } catch (error) {
    if (error instanceof AppError) throw error
    refuse(error instanceof RangeError ? 'PDF 过于复杂，不能签署' : 'PDF 文件已损坏，不能签署')
  }
}

function demandInactive(dictionary: PdfDict): void {
  const action = dictionary.getName('S')?.value
  if ((action && ACTIVE.has(action)) || dictionary.has('JS'))
    refuse('PDF 含有脚本或启动动作，打开时内容可能变化，不能签署')
  if (dictionary.has('XFA')) refuse('PDF 含有动态表单，不能签署')
  // A certification that permits no change at all (§12.8.2.2): whatever is appended breaks it.
  if (dictionary.getName('Type')?.value === 'TransformParams' && dictionary.getNumber('P')?.value === 1)
    refuse('PDF 已由他人认证签名锁定，不允许再签署')
}

function refuse(reason: string): never {
  throw new AppError('fileType', reason)
}
