import { buffer } from 'node:stream/consumers'
import { AppError } from '#contract/errors.ts'
import { damagedOffice, openOffice, partText } from '../convert/office-parts.ts'
import { type DocumentText, MOST_TEXT } from '../../core/document-text.ts'
import { linesOfWord } from '../../core/word-lines.ts'

/** The part that holds the text; longer ones are no documents. Bytes. */
const MAX_PART = 64 * 1024 * 1024
const MAIN = /^word\/document\d*\.xml$/i

/** Lines of a Word file. Throws `fileType` where it is damaged, `tooLarge` where it is a bomb. */
export async function wordLines(content: Buffer): Promise<DocumentText> {
  const zip = await openOffice(content)
  let xml: string | undefined
  try {
    for await (const entry of zip.eachEntry()) {
      if (!MAIN.test(entry.fileName)) continue
      if (entry.uncompressedSize > MAX_PART) throw new AppError('tooLarge', '文件解压后过大，无法读取文字')
      xml = partText(await buffer(await zip.openReadStreamPromise(entry)))
      break
    }
  } catch (error) {
    throw error instanceof AppError ? error : damagedOffice()
  }
  if (xml === undefined) throw damagedOffice()
  const found = linesOfWord(xml)
  const lines: DocumentText['lines'] = []
  let left = MOST_TEXT
  for (const [i, text] of found.entries()) {
    if (left <= 0) break
    lines.push({ at: i + 1, text: text.slice(0, left) })
    left -= text.length
  }
  return { unit: 'paragraph', lines, total: found.length, read: lines.length, empty: 0 }
}
