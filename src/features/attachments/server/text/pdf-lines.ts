import { AppError } from '#contract/errors.ts'
import { openPdfjs } from '../convert/pdfjs.ts'
import { type DocumentText, MOST_TEXT } from '../../core/document-text.ts'
import { linesOfPage } from '../../core/page-lines.ts'
import { LIMITS } from '../../rules.ts'

/** Reading goes on for this long; what comes behind stays unread, and is told. Ms. */
const BUDGET_MS = 15_000

/** Lines of a PDF by page. Throws `fileType` where it cannot be opened. */
export async function pdfLines(content: Uint8Array): Promise<DocumentText> {
  const task = await openPdfjs(content)
  try {
    const pdf = await task.promise
    const end = performance.now() + BUDGET_MS
    const text: DocumentText = { unit: 'page', lines: [], total: pdf.numPages, read: 0, empty: 0 }
    let left = MOST_TEXT
    while (text.read < Math.min(pdf.numPages, LIMITS.pages) && left > 0 && performance.now() < end) {
      const page = await pdf.getPage(text.read + 1)
      const lines = await linesOfPage(page)
      page.cleanup()
      text.read++
      if (lines.length === 0) text.empty++
      for (const line of lines) {
        if (left > 0) text.lines.push({ at: text.read, text: line.slice(0, left) })
        left -= line.length
      }
    }
    return text
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException')
      throw new AppError('fileType', 'PDF 设有密码，无法读取文字')
    throw new AppError('fileType', 'PDF 文件已损坏，无法读取文字')
  } finally {
    await task.destroy()
  }
}
