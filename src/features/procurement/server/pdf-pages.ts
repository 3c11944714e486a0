import { inflate } from 'node:zlib'
import { promisify } from 'node:util'

const inflated = promisify(inflate)
const PAGE = /\/Type\s*\/Page(?![A-Za-z])/g
const MOST = 64 << 20

/**
 * Pages of a PDF, counted by its page objects, in the clear or in object streams; null where there are none to count. An
 * estimate for a table of contents: objects that an editor left behind unused count too.
 */
export async function countPages(pdf: Buffer): Promise<number | null> {
  const text = pdf.toString('latin1')
  if (!text.startsWith('%PDF-')) return null
  let pages = text.match(PAGE)?.length ?? 0
  for (const { index } of text.matchAll(/\/Type\s*\/ObjStm/g)) {
    const start = /stream\r?\n/.exec(text.slice(index, index + 2000))
    if (!start) continue
    const from = index + start.index + start[0].length
    const end = text.indexOf('endstream', from)
    try {
      const objects = await inflated(pdf.subarray(from, end), { maxOutputLength: MOST })
      pages += objects.toString('latin1').match(PAGE)?.length ?? 0
    } catch {
      return pages || null
    }
  }
  return pages || null
}
