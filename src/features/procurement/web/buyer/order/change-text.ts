import { methodOf } from '../../../methods/all.ts'
import { say } from '../../../methods/say.ts'
import { formatTime } from '#contract/time.ts'
import { doc, paragraph, table, type RichNode } from '../../../rules/rich-text.ts'
import type { OrderSchedule } from '../order-form/schedule-fill.ts'

export interface DateChange {
  field: keyof OrderSchedule
  label: string
  from: string | null
  to: string
}

/** Dates that differ from those in force; dates not typed are as they were. */
export function changedDates(
  { method, schedule: before }: { method: number; schedule: OrderSchedule },
  typed: Partial<Record<keyof OrderSchedule, string | null | undefined>>,
): DateChange[] {
  const labels = Object.entries(methodOf(method).dates.labels) as [keyof OrderSchedule, string][]
  return labels.flatMap(([field, label]) => {
    const to = typed[field]
    const from = before[field]
    if (!to || (from !== null && new Date(from).getTime() === new Date(to).getTime())) return []
    return [{ field, label, from, to }]
  })
}

/** The text of a change notice: which dates move, and that the rest stands. */
export function changeText(
  order: { title: string; code: string; method: number; state: string },
  changes: readonly DateChange[],
): RichNode {
  const rows = changes.map((change) => [change.label, formatTime(change.from), formatTime(change.to)])
  return doc(
    paragraph(`${order.title}（编号：${order.code}）作如下变更：`),
    ...(rows.length > 0 ? [table(['变更内容', '原时间', '变更后时间'], rows)] : []),
    // Nobody has to confirm what changes nothing of an offer.
    paragraph(
      order.state === 'quote.short'
        ? say(
            order,
            '至原{deadline}时间，提交{offer}的{bidder}不足规定家数，现延长一次。已提交的{offer}继续有效，{bidder}可在延长后的截止时间前替换或撤回。其他内容不变。',
          )
        : say(
            order,
            '其他内容不变。变更内容与原{documents}不一致的，以本公告为准。请各{bidder}登录系统确认收到本公告。',
          ),
    ),
  )
}

/** A question as it is answered to all: nobody is named. Mirrors what the server publishes. */
export function clarificationText(
  intro: RichNode | null,
  pairs: readonly { question: string; answer: string }[],
): RichNode {
  const blocks = pairs.flatMap(({ question, answer }, i) => [
    paragraph(`问题 ${i + 1}：${question}`),
    paragraph(`答复：${answer}`),
  ])
  return doc(...(intro?.content ?? []), ...blocks)
}
