import { AppError } from '#contract/errors.ts'
import { isPdf } from '../../rules.ts'
import { type DocumentText, NO_TEXT } from '../../core/document-text.ts'
import { pdfLines } from './pdf-lines.ts'
import { wordLines } from './word-lines.ts'

/**
 * The text of a PDF or Word file, at most `MOST_TEXT` characters. Throws `fileType` with the reason where there is none
 * to be read (scanned, locked, damaged), `tooLarge` for what is larger inside than any document.
 */
export async function readDocument(content: Uint8Array, mime: string): Promise<DocumentText> {
  const text = isPdf(mime) ? await pdfLines(content) : await wordLines(Buffer.from(content))
  // Fonts that do not tell their characters give signs, but no Chinese.
  if (!text.lines.some((line) => /\p{Script=Han}/u.test(line.text))) throw new AppError('fileType', NO_TEXT)
  return text
}
