import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownRenderer } from '#server/pdf/render.ts'
import type { RichNode } from '#features/procurement/rules/rich-text.ts'
import { richTextToTypst } from '#server/pdf/rich-text.ts'
import type { TraceLine } from '#features/evaluation/rules/trace.ts'

const TEMPLATE = readFileSync(join(import.meta.dirname, 'document-template.typ'), 'utf8')
/** A thread of its own: a review of sixty bidders sets for seconds, which notices and receipts must not wait for. */
const render = ownRenderer()

export interface Column {
  key: string
  title: string
  align?: 'left' | 'center' | 'right'
  /** Share of the row. */
  width?: number
}

/** A stretch of a document: a heading with words, facts, a table, a derivation; whatever of it there is. */
export interface Part {
  title?: string
  level?: 1 | 2 | 3
  intro?: RichNode | null
  note?: string
  facts?: readonly (readonly [string, string])[]
  columns?: readonly Column[]
  rows?: readonly Record<string, string | number | null>[]
  /** Points; smaller for wide tables. */
  size?: number
  lines?: readonly TraceLine[]
}

/** A document as data: the PDF and the Word file are both made from this. */
export interface DocumentData {
  title: string
  subtitle: string
  org: string
  number: string
  /** Landscape, for wide tables. */
  flipped?: boolean
  intro?: RichNode | null
  parts: readonly Part[]
  people?: readonly { role: string; name: string; at: string }[]
  seal?: {
    title?: string
    facts?: readonly (readonly [string, string])[]
    hashes: readonly (readonly [string, string])[]
    note?: string
  }
}

/** As PDF: table heads repeated, pages numbered. The same data and time give the same bytes. */
export function documentPdf(document: DocumentData, at: Date): Promise<Buffer> {
  const { title, subtitle, org, number, flipped = false, intro = null, parts, people = [], seal } = document
  const data = {
    title,
    subtitle,
    org,
    number,
    flipped,
    intro: intro === null ? [] : richTextToTypst(intro),
    parts: parts.map((part) => ({
      title: part.title ?? '',
      level: part.level ?? 1,
      intro: part.intro ? richTextToTypst(part.intro) : [],
      note: part.note ?? '',
      facts: part.facts ?? [],
      columns: (part.columns ?? []).map((c) => ({ align: 'left', width: 1, ...c })),
      rows: part.rows ?? [],
      size: part.size ?? 9,
      lines: part.lines ?? [],
    })),
    people,
    sealTitle: seal?.title ?? '数字签名与校验信息',
    facts: seal?.facts ?? [],
    hashes: seal?.hashes ?? [],
    sealNote: seal?.note ?? '',
  }
  return render(TEMPLATE, data, { at })
}
