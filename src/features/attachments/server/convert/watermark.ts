import { createRequire } from 'node:module'
import { type PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import sharp from 'sharp'
import { AppError } from '#contract/errors.ts'
import { LIMITS } from '../../rules.ts'
import { openPdf } from './paper.ts'

/*
 * Words across a page. Typst sets them, because it embeds just the glyphs that are used and knows where Chinese text
 * may stand; as PDF for pages, as outlines (SVG) for pictures, so that the server needs no Chinese system font.
 */

const FONT = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
)
const TEMPLATE = `
#let d = json(bytes(sys.inputs.data))
#set page(width: d.width * 1pt, height: d.height * 1pt, margin: 0pt, fill: none)
#set text(font: "Noto Sans SC", size: d.size * 1pt, fill: rgb(90, 98, 112, 56))
#let word = rotate(-28deg, reflow: true, text(d.word))
#context {
  let m = measure(word)
  let step = (x: m.width + d.size * 3pt, y: m.height + d.size * 3pt)
  let columns = calc.ceil(d.width * 1pt / step.x) + 1
  let rows = calc.ceil(d.height * 1pt / step.y) + 1
  for r in range(rows) {
    for c in range(columns) {
      place(top + left, dx: (c - calc.rem(r, 2) * 0.5) * step.x, dy: r * step.y, word)
    }
  }
}
`

let compiler: NodeCompiler | undefined

function setWords(word: string, { width, height }: { width: number; height: number }) {
  compiler ??= NodeCompiler.create({ workspace: import.meta.dirname, fontArgs: [{ fontPaths: [FONT] }] })
  // About three rows of words to an A4 page, whatever the size; long words smaller.
  const size = Math.max(
    6,
    Math.min(Math.min(width, height) / 26, (Math.max(width, height) * 1.1) / Math.max(6, word.length)),
  )
  const inputs = { data: JSON.stringify({ word, width, height, size }) }
  const compiled = compiler.compile({ mainFileContent: TEMPLATE, inputs })
  if (!compiled.result) throw new Error('watermark template is wrong')
  compiler.evictCache(10)
  return { compiler, document: compiled.result }
}

/** The PDF with the words on every page. Signatures in it no longer hold, which is right for a marked copy. */
export async function markPdf(content: Uint8Array, word: string): Promise<Uint8Array> {
  const document = await openPdf(content)
  const pages = document.getPages()
  if (pages.length > LIMITS.pages) throw new AppError('tooLarge', `PDF 超过 ${LIMITS.pages} 页，不能添加水印`)
  const overlays = new Map<string, Awaited<ReturnType<PDFDocument['embedPdf']>>[number]>()
  for (const page of pages) {
    const { x, y, width, height } = page.getCropBox()
    const key = `${Math.round(width)}x${Math.round(height)}`
    let overlay = overlays.get(key)
    if (!overlay) {
      const set = setWords(word, { width: Math.max(72, Math.round(width)), height: Math.max(72, Math.round(height)) })
      ;[overlay] = await document.embedPdf(set.compiler.pdf(set.document))
      overlays.set(key, overlay!)
    }
    page.drawPage(overlay!, { x, y, width, height })
  }
  // Nothing that acts when the copy is opened.
  document.catalog.delete(PDFName.of('OpenAction'))
  document.catalog.delete(PDFName.of('AA'))
  return document.save()
}

/** The picture with the words across it, in its own format. */
export async function markPicture(content: Uint8Array, word: string): Promise<Uint8Array> {
  try {
    const options = { limitInputPixels: LIMITS.pixels } as const
    const upright = await sharp(content, options).rotate().toBuffer({ resolveWithObject: true })
    const { width, height } = upright.info
    const set = setWords(word, { width, height })
    const words = await sharp(Buffer.from(set.compiler.plainSvg(set.document)), { ...options, density: 72 })
      .resize(width, height, { fit: 'fill' })
      .png()
      .toBuffer()
    return await sharp(upright.data, options)
      .composite([{ input: words }])
      .toBuffer()
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('fileType', '图片已损坏或过大，不能添加水印')
  }
}
