import type { RichNode } from '#features/procurement/rules/rich-text.ts'
import { renderPdf } from '#server/pdf/render.ts'

const TEMPLATE = `
#import "base.typ": *
#show: official.with(title: input.title, org: input.org)
#for part in input.parts [
  = #part.heading
  #for p in part.paragraphs [#p #parbreak()]
]
`

export interface PlainDocument {
  title: string
  org: string
  parts: readonly { heading: string; paragraphs: readonly string[] }[]
}

/** A real PDF with Chinese text, for demonstration documents. */
export function pdfOf(document: PlainDocument, at: Date): Promise<Buffer> {
  return renderPdf(TEMPLATE, document, { at })
}

/** An announcement as rich text: headings and paragraphs. */
export function richText(parts: PlainDocument['parts']): RichNode {
  const text = (value: string) => [{ type: 'text', text: value }]
  return {
    type: 'doc',
    content: parts.flatMap((part) => [
      { type: 'heading', attrs: { level: 2 }, content: text(part.heading) },
      ...part.paragraphs.map((p) => ({ type: 'paragraph', content: text(p) })),
    ]),
  }
}
