import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { renderPdf } from '#server/pdf/render.ts'
import type { ReportContent } from './report-content.ts'
import { chaptersOf } from './report-layout.ts'

const REPORT = readFileSync(join(import.meta.dirname, 'report-template.typ'), 'utf8')
const TABLES = readFileSync(join(import.meta.dirname, 'tables-template.typ'), 'utf8')

/** The evaluation report as PDF: only what the stored content says. */
export function reportPdf(content: ReportContent, at: Date): Promise<Buffer> {
  const { order } = content
  return renderPdf(
    REPORT,
    {
      ...content,
      chapters: chaptersOf(content.layout),
      order: {
        ...order,
        controlPrice: order.controlPrice === null ? '' : formatAmount(order.controlPrice),
        openAt: formatTime(order.openAt),
        startedAt: formatTime(order.startedAt),
        concludedAt: formatTime(order.concludedAt),
      },
      committee: content.committee.map((m) => ({
        ...m,
        remark: m.out ? `已退出：${m.out}` : m.isLeader ? '组长' : '',
      })),
      bidders: content.bidders.map((b) => ({
        ...b,
        quote: formatAmount(b.quote),
        state: b.rejection === null ? '有效' : '否决',
      })),
      ways: content.ways.map((way) => ({
        title: way.isScoring ? `${way.name}（满分 ${way.fullMark} 分）` : way.name,
        results: way.results.map((r) => ({ ...r, result: resultWord(r) })),
      })),
      rejections: content.rejections.map((r) => ({ ...r, at: formatTime(r.at) })),
      ranking: content.ranking.map((r) => ({
        ...r,
        quote: formatAmount(r.quote),
        remark: r.lot === null ? '' : `抽签 ${r.lot}`,
      })),
      candidates: content.candidates.map((c) => ({ ...c, quote: formatAmount(c.quote) })),
      generatedAt: formatTime(at, true),
      recheck: '结果一致',
    },
    { at },
  )
}

export interface TablePart {
  title: string
  note?: string
  /** `width`: share of the row. */
  columns?: { key: string; title: string; align?: 'left' | 'center' | 'right'; width?: number }[]
  rows?: Record<string, string | number | null>[]
  lines?: ReportContent['ways'][number]['results'][number]['lines']
}

export interface TableDocument {
  title: string
  content: ReportContent
  parts: TablePart[]
  at: Date
  flipped?: boolean
  facts?: (readonly [string, string])[]
  hashes?: (readonly [string, string])[]
  people?: { role: string; name: string; at: string }[]
}

/** A document of tables out of a report. */
export function tablesPdf(document: TableDocument): Promise<Buffer> {
  const { title, content, parts, at, flipped = false, facts = [], hashes = [], people = [] } = document
  const data = {
    title,
    subtitle: content.order.title,
    org: content.order.owner,
    number: content.order.code,
    flipped,
    facts,
    hashes,
    people,
    parts: parts.map(({ title: head, note = '', columns = [], rows = [], lines = [] }) => ({
      title: head,
      note,
      columns: columns.map((c) => ({ align: 'left', width: 1, ...c })),
      rows,
      lines,
    })),
  }
  return renderPdf(TABLES, data, { at })
}

export function resultWord({ score, passed }: { score: string | null; passed: boolean | null }): string {
  if (score !== null) return score
  return passed === null ? '—' : passed ? '通过' : '不通过'
}
