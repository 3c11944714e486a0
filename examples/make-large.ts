/**
 * Makes a bid file of at least 60 MB from a small one: `node examples/make-large.ts <out.pdf> [source.pdf] [megabytes]`.
 * Pages that look like scans are appended as an incremental update, so the result is a valid PDF that begins with the
 * source byte for byte. The same arguments always give the same bytes.
 */
import { createWriteStream, readFileSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { randomOf } from './sources/prices.ts'

/** A4 at 150 dpi, one byte of grey per point. */
const WIDTH = 1240
const HEIGHT = 1754
const MEGABYTE = 1024 * 1024

/** Where the small file comes from when none is given. */
export const SOURCE = path.join(import.meta.dirname, 'bidders/ruihe/technical.pdf')

/** Writes the large file. The source must have a classic cross-reference table, as LibreOffice writes it. */
export async function makeLarge(out: string, source: string = SOURCE, megabytes = 64): Promise<void> {
  await pipeline(largePdf(readFileSync(source), megabytes), createWriteStream(out))
}

/** The large file in pieces. */
export function* largePdf(source: Buffer, megabytes: number): Generator<Buffer> {
  const { root, pages, kids, count, size, info, startxref, dictionary } = anatomy(source)
  const scans = Math.ceil(Math.max(0, megabytes * MEGABYTE - source.length) / (WIDTH * HEIGHT))
  const offsets = new Map<number, number>()
  let position = source.length
  const put = (text: string | Buffer) => {
    const bytes = typeof text === 'string' ? Buffer.from(text, 'latin1') : text
    position += bytes.length
    return bytes
  }
  const begin = (id: number) => {
    offsets.set(id, position)
    return `${id} 0 obj\n`
  }
  yield source
  yield put('\n')
  const added: number[] = []
  for (let i = 0; i < scans; i++) {
    const [page, content, image] = [size + i * 3, size + i * 3 + 1, size + i * 3 + 2]
    added.push(page)
    const draw = 'q 595 0 0 842 0 0 cm /S Do Q'
    yield put(
      `${begin(page)}<</Type/Page/Parent ${pages} 0 R/MediaBox[0 0 595 842]/Resources<</XObject<</S ${image} 0 R>>>>/Contents ${content} 0 R>>\nendobj\n`,
    )
    yield put(`${begin(content)}<</Length ${draw.length}>>\nstream\n${draw}\nendstream\nendobj\n`)
    yield put(
      `${begin(image)}<</Type/XObject/Subtype/Image/Width ${WIDTH}/Height ${HEIGHT}/ColorSpace/DeviceGray/BitsPerComponent 8/Length ${WIDTH * HEIGHT}>>\nstream\n`,
    )
    yield put(scan(i + 1))
    yield put('\nendstream\nendobj\n')
  }
  const all = `[${kids} ${added.map((id) => `${id} 0 R`).join(' ')}]`
  const changed = dictionary
    .replace(/\/Kids\s*\[[^\]]*\]/, `/Kids${all}`)
    .replace(/\/Count\s+\d+/, `/Count ${count + scans}`)
  yield put(`${begin(pages)}${changed}\nendobj\n`)
  const table = position
  const ids = [...offsets.keys()].toSorted((a, b) => a - b)
  yield put(`xref\n${ids.map((id) => `${id} 1\n${String(offsets.get(id)).padStart(10, '0')} 00000 n \n`).join('')}`)
  const trailer = `/Size ${size + scans * 3}/Root ${root} 0 R${info ? `/Info ${info} 0 R` : ''}/Prev ${startxref}`
  yield put(`trailer\n<<${trailer}>>\nstartxref\n${table}\n%%EOF\n`)
}

/** A page as a scanner sees it: warm paper with grain, lines of dark strokes, a stamp-like disc. */
function scan(seed: number): Buffer {
  const random = randomOf(seed)
  const points = Buffer.alloc(WIDTH * HEIGHT)
  for (let i = 0; i < points.length; i++) points[i] = 236 + Math.floor(random() * 16)
  for (let line = 0; line < 34; line++) {
    const top = 170 + line * 42
    const right = line % 9 === 8 ? 500 : 1090
    for (let x = 150; x < right; x += 30) stroke(points, random, { x, y: top })
  }
  const [cx, cy] = [860 + Math.floor(random() * 60), 1400 + Math.floor(random() * 60)]
  for (let y = -95; y <= 95; y++) {
    for (let x = -95; x <= 95; x++) {
      const r = Math.hypot(x, y)
      if (r > 86 && r < 94) points[(cy + y) * WIDTH + cx + x] = 120 + Math.floor(random() * 40)
    }
  }
  return points
}

/** Something the size and weight of a character. */
function stroke(points: Buffer, random: () => number, { x, y }: { x: number; y: number }) {
  for (let bar = 0; bar < 4; bar++) {
    const across = random() < 0.5
    const shift = Math.floor(random() * 20)
    for (let along = 0; along < 22; along++) {
      for (let thick = 0; thick < 2; thick++) {
        const [dx, dy] = across ? [along, shift + thick] : [shift + thick, along]
        points[(y + dy) * WIDTH + x + dx] = 30 + Math.floor(random() * 50)
      }
    }
  }
}

interface Anatomy {
  root: string
  info: string | undefined
  pages: number
  /** The body of the page tree's object. */
  dictionary: string
  kids: string
  count: number
  size: number
  startxref: string
}

function anatomy(source: Buffer): Anatomy {
  const text = source.toString('latin1')
  const trailer = text.slice(text.lastIndexOf('trailer'))
  const root = wanted(/\/Root\s+(\d+) 0 R/, trailer)
  const pages = Number(wanted(/\/Pages\s+(\d+) 0 R/, object(text, root)))
  const dictionary = object(text, String(pages)).trim()
  return {
    root,
    info: /\/Info\s+(\d+) 0 R/.exec(trailer)?.[1],
    pages,
    dictionary,
    kids: wanted(/\/Kids\s*\[([^\]]*)\]/, dictionary).trim(),
    count: Number(wanted(/\/Count\s+(\d+)/, dictionary)),
    size: Number(wanted(/\/Size\s+(\d+)/, trailer)),
    startxref: wanted(/startxref\s+(\d+)/, trailer),
  }
}

function object(text: string, id: string): string {
  return wanted(new RegExp(`\\n${id} 0 obj([\\s\\S]*?)endobj`), text)
}

function wanted(pattern: RegExp, text: string): string {
  const found = pattern.exec(text)?.[1]
  if (found === undefined) throw new Error(`the source PDF has no ${pattern}`)
  return found
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [out, source, megabytes] = process.argv.slice(2)
  if (!out) throw new Error('usage: node examples/make-large.ts <out.pdf> [source.pdf] [megabytes]')
  await makeLarge(out, source, megabytes ? Number(megabytes) : undefined)
}
