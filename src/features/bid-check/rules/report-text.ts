import { formatTime } from '#contract/time.ts'
import type { BidCheckFacts } from '../contract.ts'
import type { Finding } from './case.ts'
import { NO_VERDICT, SEVERITIES } from './check.ts'

/** A report as it stays in the browser. */
export interface Report {
  at: string
  findings: readonly Finding[]
  checklist: BidCheckFacts['checklist']
  unread: readonly string[]
}

/** The report as a text file for the bidder. `ticked`: what was ticked of the checklist, by `itemKey`. */
export function reportText(
  { code, title }: { code: string; title: string },
  { at, findings, checklist, unread }: Report,
  ticked: ReadonlySet<string>,
): string {
  return [
    `废标检查报告：${title}（${code}）`,
    `检查时间：${formatTime(at, true)}（北京时间）`,
    NO_VERDICT,
    '',
    ...findings.map(
      (one) =>
        `【${SEVERITIES[one.severity].label}】${one.title}：${one.text}${placeInWords(one)}${one.source === '' ? '' : `\n  依据：${one.source}`}`,
    ),
    ...(unread.length > 0 ? ['', `未能读取的采购文件，未据其核对：${unread.join('、')}`] : []),
    ...(checklist.length > 0 ? ['', '须人工核对的评审项：'] : []),
    ...checklist.map(
      (item) =>
        `[${ticked.has(itemKey(item)) ? '√' : ' '}] ${item.way}·${item.name}${item.standard && `：${item.standard}`}`,
    ),
    '',
  ].join('\r\n')
}

export function itemKey({ way, name }: BidCheckFacts['checklist'][number]): string {
  return `${way}\n${name}`
}

/** ` （技术标文件.pdf 第 3 页）`, or nothing. */
export function placeInWords({ file }: Pick<Finding, 'file'>): string {
  if (!file) return ''
  const at = file.at === null ? '' : ` 第 ${file.at} ${file.unit === 'page' ? '页' : '段'}`
  return `（${file.name}${at}）`
}
