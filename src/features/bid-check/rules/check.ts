import { methodOf } from '#features/procurement/methods/all.ts'
import { TENDERS } from '#features/procurement/rules/legal-calendar-schedule.ts'
import { fillWords } from '#features/procurement/methods/words.ts'
import type { Case, Fault, Finding, Rule, Severity } from './case.ts'
import { FILE_RULES } from './files.ts'
import { IDENTITY_RULES } from './identity.ts'
import { PRICE_RULES } from './price.ts'
import { standingRules } from './standing.ts'

export const SEVERITIES: Readonly<Record<Severity, { label: string; tone: 'danger' | 'warning' | 'success' }>> = {
  reject: { label: '会被否决', tone: 'danger' },
  check: { label: '请核对', tone: 'warning' },
  met: { label: '已满足', tone: 'success' },
}
const ORDER: readonly Severity[] = ['reject', 'check', 'met']

/** What is said of every report: a check finds faults, it does not find that there are none. */
export const NO_VERDICT =
  '本检查只提示可能的问题，不能替代人工复核；没有提示的，不表示文件有效。是否否决由评审的人依法、依采购文件认定。'

/** Of one rule; whoever has so many begins with these. */
const MOST = 5

/**
 * Holds a bid against what its order asks for, worst first. A rule that finds nothing says what is met; one that does not
 * apply, or finds nothing to be held against, says nothing. Pure, and linear in the length of the files. `now`: ms.
 */
export function checkBid(bid: Case, now: number): Finding[] {
  const rules = [...PRICE_RULES, ...FILE_RULES, ...IDENTITY_RULES, ...standingRules(now)]
  return rules
    .flatMap((rule) => findingsOf(rule, bid))
    .toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity))
}

function findingsOf(rule: Rule, bid: Case): Finding[] {
  const faults = rule.find(bid)
  if (faults === null) return []
  const { key, title, place } = rule
  const source = sourceOf(rule, bid)
  const finding = (severity: Severity, text: string, file: Finding['file']): Finding => ({
    key,
    title,
    severity,
    text,
    source,
    place,
    file,
  })
  if (faults.length === 0) return [finding('met', rule.met, null)]
  const worst = faults.toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity))
  const shown = worst.slice(0, MOST).map((fault) => finding(fault.severity, fault.text, fileOf(fault, bid)))
  const more = worst.slice(MOST)
  return more.length === 0 ? shown : [...shown, finding(more[0]!.severity, `另有 ${more.length} 处同类情况`, null)]
}

function fileOf({ fileId, at }: Fault, { files }: Case): Finding['file'] {
  const file = files.find(({ id }) => id === fileId)
  if (!file) return null
  const unit = file.content.state === 'read' ? file.content.unit : 'page'
  return { id: file.id, name: file.name, at: at ?? null, unit }
}

/** The law where the order is a tender by law, else the documents, in the words of its method. */
function sourceOf({ source }: Rule, bid: Case): string {
  if (typeof source === 'function') return source(bid)
  const { calendar, words } = methodOf(bid.order.method)
  return fillWords(words, TENDERS.includes(calendar) ? source.law : source.else)
}
