import { MOST_TEXT } from '#features/attachments/core/document-text.ts'
import { linesOfPage } from '#features/attachments/core/page-lines.ts'
import { linesOfWord } from '#features/attachments/core/word-lines.ts'
import type { Line, ReadFile } from '../rules/case.ts'
import { zipParts } from './zip-parts.ts'

/** Pages read of one file. */
const MOST_PAGES = 2000
/** A PDF is held in memory while it is read. Bytes. */
const MOST_PDF = 400 * 1024 * 1024

/** The text of a file of the bid and what it says of its makers, read in this browser. Never rejects. */
export async function readBidFile(
  { name, content }: { name: string; content: Blob },
  onPage: (page: number, pages: number) => void = () => {},
): Promise<ReadFile> {
  if (content.size === 0) return { state: 'failed', reason: 'empty' }
  const head = new Uint8Array(await content.slice(0, 1024).arrayBuffer())
  // A Word file with a password is a compound file, whatever its name says.
  if (head[0] === 0xd0 && head[1] === 0xcf && head[2] === 0x11 && head[3] === 0xe0)
    return { state: 'failed', reason: 'locked' }
  try {
    if (/\.docx$/i.test(name)) return await readWord(content)
    if (content.size > MOST_PDF) return { state: 'failed', reason: 'tooLarge' }
    return await readPdf(content, onPage)
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    return { state: 'failed', reason: isLocked ? 'locked' : 'damaged' }
  }
}

async function readPdf(content: Blob, onPage: (page: number, pages: number) => void): Promise<ReadFile> {
  const { openPdf } = await import('#web/kit/pdf/pdf-options.ts')
  const task = await openPdf(content)
  try {
    const pdf = await task.promise
    if (pdf.numPages === 0) return { state: 'failed', reason: 'noPages' }
    const made = (await pdf.getMetadata()).info as { Author?: unknown; Company?: unknown }
    const lines: Line[] = []
    const empty: number[] = []
    let [read, left] = [0, MOST_TEXT]
    while (read < Math.min(pdf.numPages, MOST_PAGES) && left > 0) {
      const page = await pdf.getPage(++read)
      const found = await linesOfPage(page)
      page.cleanup()
      if (found.length === 0) empty.push(read)
      for (const text of found) {
        lines.push({ at: read, text })
        left -= text.length
      }
      onPage(read, pdf.numPages)
    }
    const properties = [said('作者', made.Author), said('公司', made.Company)].flat()
    return { state: 'read', unit: 'page', lines, total: pdf.numPages, read, empty, properties }
  } finally {
    await task.destroy()
  }
}

const MAIN = /^word\/document\d*\.xml$/i
const CORE = 'docProps/core.xml'
const APP = 'docProps/app.xml'

async function readWord(content: Blob): Promise<ReadFile> {
  const parts = await zipParts(content, (name) => MAIN.test(name) || name === CORE || name === APP)
  const main = [...parts].find(([name]) => MAIN.test(name))?.[1]
  if (main === undefined) return { state: 'failed', reason: 'damaged' }
  const all = linesOfWord(main)
  const lines: Line[] = []
  let left = MOST_TEXT
  for (const [i, text] of all.entries()) {
    if (left <= 0) break
    lines.push({ at: i + 1, text })
    left -= text.length
  }
  const [core = '', app = ''] = [parts.get(CORE), parts.get(APP)]
  const properties = [
    said('作者', elementOf(core, 'creator')),
    said('最后修改者', elementOf(core, 'lastModifiedBy')),
    said('公司', elementOf(app, 'Company')),
  ].flat()
  return { state: 'read', unit: 'paragraph', lines, total: all.length, read: lines.length, empty: [], properties }
}

/** What an element holds, entities left as they are. */
function elementOf(xml: string, name: string): string {
  return new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>([^<]*)<`).exec(xml)?.[1] ?? ''
}

function said(label: string, value: unknown): { label: string; value: string }[] {
  return typeof value === 'string' && value.trim() !== '' ? [{ label, value: value.trim().slice(0, 200) }] : []
}
