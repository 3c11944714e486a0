import yauzl from 'yauzl'
import { AppError } from '#contract/errors.ts'

const MAX_ENTRIES = 5000

/** An office document as the archive it is, of at most 5,000 parts. Throws `fileType`, `tooLarge`. */
export async function openOffice(content: Buffer) {
  const zip = await yauzl.fromBufferPromise(content, { autoClose: false }).catch(() => {
    throw damagedOffice()
  })
  if (zip.entryCount > MAX_ENTRIES) throw new AppError('tooLarge', '文件内部结构过于复杂，未予处理')
  return zip
}

export function damagedOffice(): AppError {
  return new AppError('fileType', '文件已损坏，请重新保存后上传')
}

/** A part that is XML, as text; it may come in UTF-16, where a search for words in bytes finds nothing. */
export function partText(part: Buffer): string {
  const text = decode(part)
  // The format has no document type; one is only ever a bomb or a reference to a file.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw damagedOffice()
  return text
}

function decode(part: Buffer): string {
  if (part[0] === 0xff && part[1] === 0xfe)
    return part
      .toString('utf16le')
      .replace(/^\ufeff/, '')
      .replace(/encoding="[^"]*"/i, 'encoding="UTF-8"')
  if (part[0] === 0xfe && part[1] === 0xff) throw damagedOffice()
  return part.toString('utf8')
}
