import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'
import { AppError } from '#contract/errors.ts'
import { damagedOffice, openOffice, partText } from './office-parts.ts'

const MEGABYTE = 1024 * 1024
const MAX_UNPACKED = 400 * MEGABYTE

/** Parts that run, or that are files in the file: nothing of them belongs on paper. */
const DROPPED =
  /(^|\/)(vbaProject\.bin|vbaData\.xml|activeX\/.*|embeddings\/.*|externalLinks\/.*|ctrlProps\/.*|attachedToolbars\.bin)$/i
/** Fields that fetch: other documents, pictures, programs, databases. */
const FETCHING = /INCLUDE|DDE|IMPORT|(?<!HYPER)LINK|DATABASE|AUTOTEXT|\bRD\b/i

/**
 * The same office document without anything that leads out of it: links to files and addresses (only hyperlinks stay,
 * which nothing follows), fetching fields, macros, embedded objects, external workbooks. Also the gate against bombs:
 * at most 5,000 parts and 400 MB unpacked by declaration, and no part larger than it declares. Throws `fileType`,
 * `tooLarge`.
 */
export async function cleanOffice(content: Buffer): Promise<Buffer> {
  const zip = await openOffice(content)
  const out = new yazl.ZipFile()
  const names = new Set<string>()
  let total = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName
      total += entry.uncompressedSize
      if (total > MAX_UNPACKED) throw new AppError('tooLarge', '文件解压后过大，未予转换')
      if (name.endsWith('/') || DROPPED.test(name) || names.has(name)) continue
      names.add(name)
      const part = await buffer(await zip.openReadStreamPromise(entry))
      out.addBuffer(cleanPart(name, part), name, { compress: false })
    }
  } catch (error) {
    throw error instanceof AppError ? error : damagedOffice()
  }
  if (!names.has('[Content_Types].xml')) throw damagedOffice()
  out.end()
  return buffer(out.outputStream)
}

function cleanPart(name: string, part: Buffer): Buffer {
  if (!/\.(xml|rels)$/i.test(name)) return part
  const text = partText(part)
  if (/\.rels$/i.test(name)) return Buffer.from(withoutLinks(text))
  const fields = fieldsOf(text)
  return fields ? Buffer.from(fields) : part
}

function withoutLinks(text: string): string {
  return text.replace(/<(\w+:)?Relationship\b[^>]*?\/?>(\s*<\/(\w+:)?Relationship>)?/gi, (relation) => {
    const type = /\bType\s*=\s*["']([^"']*)["']/i.exec(relation)?.[1] ?? ''
    const target = /\bTarget\s*=\s*["']([^"']*)["']/i.exec(relation)?.[1] ?? ''
    if (type.endsWith('/hyperlink')) return relation
    const external = /\bTargetMode\s*=\s*["']External["']/i.test(relation) || /^[a-z][a-z0-9+.-]*:/i.test(target)
    const unwanted =
      /\/(attachedTemplate|oleObject|package|externalLink|vbaProject|aFChunk|subDocument|control)$/i.test(type)
    return external || unwanted || target.includes('%') || target.startsWith('//') ? '' : relation
  })
}

/** The part with every field code emptied when one of them fetches; what the fields last showed stays. Null: unchanged. */
function fieldsOf(text: string): string | null {
  const codes = [...text.matchAll(/<w:instrText\b[^>]*>([^<]*)</g)].map((match) => match[1]).join('')
  const simple = [...text.matchAll(/\bw:instr\s*=\s*["']([^"']*)["']/g)].map((match) => match[1]).join(' ')
  if (!FETCHING.test(plain(codes)) && !FETCHING.test(plain(simple))) return null
  return text
    .replace(/(<w:instrText\b[^>]*>)[^<]*(<)/g, '$1$2')
    .replace(/\bw:instr\s*=\s*["'][^"']*["']/g, 'w:instr=""')
}

/** Character references written out, spaces out: `IN&#67;LUDE` is INCLUDE. */
function plain(code: string): string {
  return code
    .replace(/&#x([0-9a-f]{1,6});/gi, (_, hex: string) => String.fromCodePoint(Math.min(0x10ffff, parseInt(hex, 16))))
    .replace(/&#(\d{1,7});/g, (_, digits: string) => String.fromCodePoint(Math.min(0x10ffff, Number(digits))))
}
