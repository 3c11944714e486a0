import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import type { RichNode } from '#features/procurement/rules/rich-text.ts'
import { CatalogType } from '#features/evaluation/rules/enums.ts'
import { mainType, reworded } from '../rules/report-plan.ts'
import { documentPdf, type DocumentData, type Part } from './document.ts'
import { drawParts } from './report-dialog.ts'
import type { ReportContent } from './report-content.ts'
import { chaptersOf } from './report-layout.ts'
import { committeePart, inWords, rankingParts, rejectionParts, wayParts } from './report-tables.ts'

/** A part of the report by its hash, as the report lists it. */
export interface Listed {
  label: string
  sha256: string
  isUploaded: boolean
}

const SIGNING =
  '评标委员会成员对本报告进行电子签署，签署情况见本报告的签署页；签署以本文件的 SHA-256 为准，所列附件以各自的 SHA-256 为准。'

/** The report itself, as a document: chapters by the chosen template, facts from the stored content alone. */
export function mainDocument(
  content: ReportContent,
  { at, listed = [], note = null }: { at: Date; listed?: readonly Listed[]; note?: RichNode | null },
): DocumentData {
  const { order, template } = content
  const word = (text: string) => reworded(text, template)
  const parts = chaptersOf(content.layout).flatMap(({ key, heading, intro }): Part[] => {
    const body = chapter(content, key)
    const head: Part = { title: heading, intro }
    const [first, ...rest] = body
    return first && first.title === undefined ? [{ ...first, ...head }, ...rest] : [head, ...body]
  })
  if (listed.length > 0)
    parts.push({
      title: '附件',
      columns: [
        { key: 'no', title: '序号', align: 'center', width: 0.4 },
        { key: 'label', title: '名称', width: 1.6 },
        { key: 'sha256', title: 'SHA-256', width: 3.4 },
        { key: 'origin', title: '来源', align: 'center', width: 0.6 },
      ],
      rows: listed.map((l, i) => ({
        no: i + 1,
        label: l.label,
        sha256: l.sha256,
        origin: l.isUploaded ? '上传' : '生成',
      })),
      size: 8,
    })
  return {
    title: word(CatalogType.label(mainType(content.processType))),
    subtitle: order.title,
    org: order.owner,
    number: order.code,
    intro: note,
    parts: parts.map((part) => inWords(part, word)),
    seal: {
      title: '评审记录校验信息',
      facts: [
        ['生成时间', formatTime(at, true)],
        ['复核', '结果一致'],
      ],
      hashes: [
        ['评审记录 SHA-256', content.digest],
        ...(content.replayHash === null ? [] : [['复算包 SHA-256', content.replayHash] as const]),
      ],
      note: '由平台根据评委提交的评审意见、开标报价和否决记录生成；生成前已重新计算全部结果并与记录比对。',
    },
  }
}

export function reportPdf(content: ReportContent, at: Date): Promise<Buffer> {
  return documentPdf(mainDocument(content, { at }), at)
}

function chapter(content: ReportContent, key: string): Part[] {
  const first = content.processType === 4
  switch (key) {
    case 'facts':
      return [{ facts: facts(content) }]
    case 'committee':
      return [committeePart(content)]
    case 'bidders':
      return [biddersPart(content)]
    case 'ways':
      return [{ note: '' }, ...content.ways.flatMap((way) => wayParts(content, way, 2))]
    case 'rejections':
      return rejectionParts(content)
    case 'ranking':
      return first ? passedParts(content) : [...rankingParts(content), ...drawParts(content)]
    case 'signing':
      return [{ note: SIGNING }]
    default:
      return []
  }
}

function facts({ order, processType }: ReportContent) {
  return [
    ['项目名称', order.title],
    ['项目编号', order.code],
    ['采购人', order.purchaser],
    ['评审办法', order.method],
    ['最高投标限价（元）', order.controlPrice === null ? '' : formatAmount(order.controlPrice)],
    ['开标时间', formatTime(order.openAt)],
    ['评审开始', formatTime(order.startedAt)],
    [processType === 4 ? '结果确定时间' : '评审汇总', formatTime(order.concludedAt)],
  ] as const
}

function biddersPart(content: ReportContent): Part {
  const first = content.processType === 4
  return {
    columns: [
      { key: 'no', title: '序号', align: 'center', width: 0.4 },
      { key: 'name', title: '投标人', width: 1.6 },
      { key: 'creditCode', title: '统一社会信用代码', width: 1.5 },
      ...(first ? [] : [{ key: 'quote', title: '投标报价（元）', align: 'right' as const, width: 1.1 }]),
      ...(first ? [] : [{ key: 'evaluated', title: '评审价（元）', align: 'right' as const, width: 1.1 }]),
      { key: 'state', title: '状态', align: 'center', width: 0.5 },
    ],
    rows: content.bidders.map((b) => ({
      no: b.no,
      name: b.name,
      creditCode: b.creditCode,
      quote: formatAmount(b.quote),
      evaluated: formatAmount(b.evaluatedPrice),
      state: b.rejection === null ? '有效' : '否决',
    })),
  }
}

function passedParts(content: ReportContent): Part[] {
  const passed = content.bidders.filter((b) => b.rejection === null)
  if (passed.length === 0) return [{ note: '没有通过第一阶段评审的投标人。' }]
  return [
    {
      note: `通过第一阶段评审、进入报价信封开启的投标人 ${passed.length} 家：`,
      columns: [
        { key: 'no', title: '序号', align: 'center', width: 0.4 },
        { key: 'name', title: '投标人', width: 3 },
      ],
      rows: passed.map(({ no, name }) => ({ no, name })),
    },
  ]
}
