import { formatTime } from '#contract/time.ts'
import type { RichNode } from '#features/procurement/rules/rich-text.ts'
import { orderFilling } from '#features/procurement/server/public.ts'
import type { ContentOf } from '#features/templates/contract/content.ts'
import { REPORT_STARTER } from '#features/templates/rules/report-starter.ts'
import { resolve } from '#features/templates/rules/resolve.ts'
import { chosenFor } from '#features/templates/server/public.ts'
import type { Ctx, Order } from './access.ts'

type Section = ContentOf<'review-report'>['sections'][number]

/** Order, titles and introductions of a report's chapters, as the chosen template had them when the report was asked for. */
export interface ReportLayout {
  versionId: string
  versionNo: number
  versionHash: string
  sections: { key: Section['key']; title: string; intro: RichNode | null }[]
}

/** What the record says of a review, as far as texts may name it. */
interface Facts {
  order: { method: string; startedAt: string; concludedAt: string }
  committee: readonly { name: string; isLeader: boolean; out: string | null }[]
  bidders: readonly { rejection: string | null }[]
  candidates: readonly { name: string }[]
}

/** The layout by the template chosen for the order, with its texts filled from the record; null: the platform's own. */
export async function reportLayout(ctx: Ctx, order: Order, facts: Facts): Promise<ReportLayout | null> {
  const version = await chosenFor(ctx, order.id, { kind: 'review-report' })
  if (!version) return null
  const template = { kind: 'review-report' as const, scope: '', content: version.content }
  const { values } = await orderFilling(ctx, order)
  const known = resolve(template, { values: { ...values, ...reviewValues(facts) } })
  // What neither order nor record knows must not stand open in a document that is signed.
  const open = Object.fromEntries(known.missing.map(({ name }) => [name, '（无）']))
  const { content } = resolve({ ...template, content: known.content }, { values: open })
  const { versionId, versionNo, contentHash } = version
  return { versionId, versionNo, versionHash: contentHash, sections: content.sections }
}

/** Chapters for the document: headings numbered 一、二、…; without a layout the facts stand above the first one. */
export function chaptersOf(layout: ReportLayout | null | undefined) {
  const sections =
    layout?.sections ?? REPORT_STARTER.sections.map((one) => (one.key === 'facts' ? { ...one, title: '' } : one))
  let number = 0
  return sections.map(({ key, title, intro }) => ({
    key,
    heading: title === '' ? '' : `${ordinal(++number)}、${title}`,
    intro,
  }))
}

function reviewValues({ order, committee, bidders, candidates }: Facts): Record<string, string> {
  const seated = committee.filter((member) => member.out === null)
  const leader = seated.find((member) => member.isLeader)
  const [first] = candidates
  return {
    评审办法: order.method,
    评审开始时间: formatTime(order.startedAt),
    评审汇总时间: formatTime(order.concludedAt),
    评委人数: String(seated.length),
    投标人数量: String(bidders.length),
    有效投标数量: String(bidders.filter((bidder) => bidder.rejection === null).length),
    ...(leader ? { 评标委员会组长: leader.name } : {}),
    ...(first ? { 第一中标候选人: first.name } : {}),
  }
}

/** 一 … 三十. */
function ordinal(n: number): string {
  const digits = ['', ...'一二三四五六七八九']
  const tens = Math.floor(n / 10)
  return `${tens > 1 ? digits[tens]! : ''}${tens > 0 ? '十' : ''}${digits[n % 10]!}`
}
