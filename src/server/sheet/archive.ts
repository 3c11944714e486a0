import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'
import yazl from 'yazl'
import { AppError } from '#contract/errors.ts'

const MEGABYTE = 1024 * 1024
const MAX_UNPACKED = 64 * MEGABYTE
const MAX_ENTRIES = 1000

/**
 * The XML parts of an xlsx file, unpacked within limits. Refuses what is not an xlsx file (`fileType`) and what would
 * unpack to more than 64 MB (`tooLarge`): the sum that the central directory declares is checked before anything is
 * unpacked, and no entry may unpack to more than it declared.
 */
export async function unpackXlsx(file: Buffer): Promise<Map<string, Buffer>> {
  if (file.subarray(0, 4).toString('latin1') !== 'PK\u0003\u0004') throw wrongKind(file)
  let zip: yauzl.ZipFile
  try {
    zip = await yauzl.fromBufferPromise(file, { autoClose: false })
  } catch {
    throw new AppError('fileType', '文件已损坏，请重新保存为 .xlsx 后上传')
  }
  if (zip.entryCount > MAX_ENTRIES) throw new AppError('tooLarge', '表格文件内部结构过于复杂，未予处理')
  const parts = new Map<string, Buffer>()
  try {
    const entries: yauzl.Entry[] = []
    let total = 0
    for await (const entry of zip.eachEntry()) {
      total += entry.uncompressedSize
      if (total > MAX_UNPACKED)
        throw new AppError('tooLarge', `表格内容解压后超过 ${MAX_UNPACKED / MEGABYTE} MB，未予处理`)
      if (/\.(xml|rels)$/.test(entry.fileName)) entries.push(entry)
    }
    for (const entry of entries) parts.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('fileType', '文件已损坏，请重新保存为 .xlsx 后上传')
  }
  if (!parts.has('[Content_Types].xml') || !parts.has('xl/workbook.xml')) throw wrongKind(file)
  return parts
}

/** A plain archive of exactly these parts: the reader behind it cannot see anything that was not checked. */
export async function repack(parts: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const [name, content] of parts) zip.addBuffer(content, name, { compress: false })
  zip.end()
  return buffer(zip.outputStream)
}

function wrongKind(file: Buffer): AppError {
  // The container of .xls, and of .xlsx files with a password.
  const ole = file.subarray(0, 4).toString('hex') === 'd0cf11e0'
  return new AppError(
    'fileType',
    ole ? '不支持 .xls 或加密的文件，请另存为 .xlsx 后上传' : '不是 .xlsx 表格文件，请使用模板填写后上传',
  )
}
