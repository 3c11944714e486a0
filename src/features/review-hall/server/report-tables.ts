import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import type { RichNode } from '#features/procurement/rules/rich-text.ts'
import { CatalogType, ReportScope } from '#features/evaluation/rules/enums.ts'
import { reworded, waysOfCatalog } from '../rules/report-plan.ts'
import type { Column, DocumentData, Part } from './document.ts'
import { dialogParts, offerParts } from './report-dialog.ts'
import type { TraceLine } from '#features/evaluation/rules/trace.ts'
import type { ReportContent } from './report-content.ts'
import { reviewerParts } from './report-reviewers.ts'

type Way = ReportContent['ways'][number]
const T = CatalogType.values
const NAME: Column = { key: 'name', title: '投标人', width: 2 }

/** One part of a report as a document, from the stored content alone. `note`: words of the purchaser's side before it. */
export function catalogDocument(content: ReportContent, type: number, note: RichNode | null = null): DocumentData {
  const { title, flipped = false, parts } = BUILDERS[type]!(content)
  const word = (text: string) => reworded(text, content.template)
  return {
    title: word(title),
    subtitle: content.order.title,
    org: content.order.owner,
    number: content.order.code,
    flipped,
    intro: note,
    parts: parts.map((part) => inWords(part, word)),
  }
}

export function inWords(part: Part, word: (text: string) => string): Part {
  return {
    ...part,
    ...(part.title === undefined ? {} : { title: word(part.title) }),
    ...(part.note === undefined ? {} : { note: word(part.note) }),
    ...(part.facts === undefined ? {} : { facts: part.facts.map(([k, v]) => [word(k), v] as const) }),
    ...(part.columns === undefined ? {} : { columns: part.columns.map((c) => ({ ...c, title: word(c.title) })) }),
  }
}

export function resultWord({ score, passed }: { score: string | null; passed: boolean | null }): string {
  if (score !== null) return score
  return passed === null ? '—' : passed ? '通过' : '不通过'
}

interface Built {
  title: string
  flipped?: boolean
  parts: Part[]
}

const BUILDERS: Readonly<Record<number, (content: ReportContent) => Built>> = {
  [T.openingSheet]: (c) => ({ title: CatalogType.label(T.openingSheet), flipped: true, parts: [openingPart(c)] }),
  [T.committee]: (c) => ({ title: CatalogType.label(T.committee), parts: [committeePart(c)] }),
  [T.avoidance]: (c) => ({ title: CatalogType.label(T.avoidance), flipped: true, parts: [avoidancePart(c)] }),
  [T.standards]: (c) => ({ title: CatalogType.label(T.standards), parts: standardParts(c) }),
  [T.qualification]: (c) => wayDocument(c, T.qualification),
  [T.compliance]: (c) => wayDocument(c, T.compliance),
  [T.pass]: (c) => wayDocument(c, T.pass),
  [T.technical]: (c) => wayDocument(c, T.technical),
  [T.business]: (c) => wayDocument(c, T.business),
  [T.price]: (c) => wayDocument(c, T.price),
  [T.reviewerScores]: (c) => ({ title: CatalogType.label(T.reviewerScores), flipped: true, parts: reviewerParts(c) }),
  [T.totalScores]: (c) => ({ title: CatalogType.label(T.totalScores), flipped: true, parts: [totalPart(c)] }),
  [T.rejections]: (c) => ({ title: CatalogType.label(T.rejections), flipped: true, parts: rejectionParts(c) }),
  [T.asks]: (c) => ({ title: CatalogType.label(T.asks), flipped: true, parts: dialogParts(c) }),
  [T.offers]: (c) => ({ title: CatalogType.label(T.offers), flipped: true, parts: offerParts(c) }),
  [T.candidates]: (c) => ({ title: CatalogType.label(T.candidates), parts: rankingParts(c) }),
}

function openingPart(content: ReportContent): Part {
  const names = [...new Set(content.bidders.flatMap((b) => b.marks.map((m) => m.name)))]
  return {
    columns: [
      { key: 'no', title: '序号', align: 'center', width: 0.4 },
      NAME,
      { key: 'quote', title: '投标报价（元）', align: 'right', width: 1.2 },
      ...names.map((title, i): Column => ({ key: `m${i}`, title, align: 'center' })),
    ],
    rows: content.bidders.map((b) => ({
      no: b.no,
      name: b.name,
      quote: b.quote === null ? '报价信封未开启' : formatAmount(b.quote),
      ...Object.fromEntries(names.map((name, i) => [`m${i}`, b.marks.find((m) => m.name === name)?.value ?? '—'])),
    })),
  }
}

export function committeePart(content: ReportContent): Part {
  return {
    columns: [
      { key: 'name', title: '姓名', width: 0.8 },
      { key: 'role', title: '类别' },
      { key: 'employer', title: '工作单位', width: 2 },
      { key: 'remark', title: '备注', width: 1.4 },
    ],
    rows: content.committee.map(({ name, role, employer, isLeader, out }) => ({
      name,
      role,
      employer,
      remark: out ? `已退出：${out}` : isLeader ? '组长' : '',
    })),
  }
}

function avoidancePart(content: ReportContent): Part {
  return {
    note: '评标委员会成员已逐一声明与投标人是否存在利害关系，并接受采购文件要求的廉洁承诺；承诺书以正文的 SHA-256 为准。',
    columns: [
      { key: 'name', title: '姓名', width: 0.7 },
      { key: 'said', title: '回避声明', width: 1.2 },
      { key: 'at', title: '声明时间', width: 1.1 },
      { key: 'hash', title: '廉洁承诺书 SHA-256', width: 3 },
    ],
    rows: content.committee.map((m) => ({
      name: m.name,
      said: m.noConflict === true ? '无利害关系' : m.noConflict === false ? `有利害关系：${m.out ?? ''}` : '未声明',
      at: formatTime(m.declaredAt),
      hash: m.commitmentHash ?? '采购文件未要求',
    })),
  }
}

function standardParts(content: ReportContent): Part[] {
  return [
    { facts: [['评审办法', content.order.method]] },
    ...content.ways.map((way): Part => ({
      title: way.isScoring ? `${way.name}（满分 ${way.fullMark} 分）` : way.name,
      level: 2,
      note: way.isAutomatic
        ? `由系统按采购文件规定的公式计算${roundingNote(way)}。`
        : way.isScoring
          ? `评分汇总方式：${way.aggregation}${roundingNote(way)}`
          : '',
      columns: [
        { key: 'name', title: '评审项', width: 1.2 },
        { key: 'standard', title: '评审标准', width: 3 },
        ...(way.isScoring ? [{ key: 'full', title: '满分', align: 'center' as const, width: 0.5 }] : []),
        { key: 'nature', title: '性质', align: 'center', width: 0.5 },
      ],
      rows: way.items.map((i) => ({
        name: i.name,
        standard: i.standard,
        full: i.fullMark,
        nature: i.isObjective ? '客观' : '主观',
      })),
    })),
  ]
}

function roundingNote({ rounding }: Way): string {
  return rounding ? `；${rounding}` : ''
}

function wayDocument(content: ReportContent, type: number): Built {
  const ways = content.ways.filter((w) => waysOfCatalog(type).includes(w.type))
  return { title: CatalogType.label(type), parts: ways.flatMap((way) => wayParts(content, way, 1)) }
}

/** A way with its results, then each bidder's derivation, which would tell members' marks where they are left out. */
export function wayParts({ scope }: ReportContent, way: Way, level: 1 | 2): Part[] {
  const isTold = scope === ReportScope.values.all || !way.isScoring || way.isAutomatic
  const title = way.isScoring ? `${way.name}（满分 ${way.fullMark} 分）` : way.name
  if (way.results.length === 0) return [{ title, level, note: '未进行。' }]
  return [
    {
      title,
      level,
      columns: [
        { ...NAME, width: 3 },
        { key: 'result', title: '结果', align: 'center' },
      ],
      rows: way.results.map((r) => ({ name: r.name, result: resultWord(r) })),
    },
    ...(isTold ? way.results.map((r): Part => ({ title: r.name, level: 3, lines: r.lines })) : []),
  ]
}

export function totalPart(content: ReportContent): Part {
  return {
    columns: [
      NAME,
      { key: 'quote', title: '评审价（元）', align: 'right', width: 1.4 },
      ...content.ways.map((way, i): Column => ({
        key: `way${i}`,
        title: way.isScoring ? `${way.name}（${way.fullMark}）` : way.name,
        align: 'center',
      })),
      { key: 'total', title: '综合得分', align: 'right' },
      { key: 'rank', title: '名次', align: 'center', width: 0.7 },
    ],
    rows: content.bidders.map((b) => {
      const place = content.ranking.find((r) => r.tradeId === b.tradeId)
      const results = content.ways.map((way, i) => {
        const result = way.results.find((r) => r.tradeId === b.tradeId)
        return [`way${i}`, result ? resultWord(result) : '—'] as const
      })
      return {
        name: b.name,
        quote: formatAmount(b.evaluatedPrice),
        ...Object.fromEntries(results),
        total: place?.total ?? '—',
        rank: b.rejection === null ? (place?.rank ?? '—') : '否决',
      }
    }),
  }
}

export function rejectionParts(content: ReportContent): Part[] {
  const rejected: Part =
    content.rejections.length === 0
      ? { note: '无。' }
      : {
          columns: [
            { key: 'name', title: '投标人', width: 1 },
            { key: 'reason', title: '原因', width: 1.6 },
            { key: 'rule', title: '依据', width: 1.4 },
            { key: 'at', title: '时间', width: 0.8 },
          ],
          rows: content.rejections.map((r) => ({ ...r, at: formatTime(r.at) })),
        }
  if (content.motions.length === 0) return [rejected]
  return [
    rejected,
    {
      title: '评标委员会表决',
      level: 2,
      columns: [
        { key: 'question', title: '事项', width: 1.6 },
        { key: 'result', title: '结果', align: 'center', width: 0.5 },
        { key: 'rule', title: '依据', width: 1.2 },
        { key: 'votes', title: '表决', width: 1.4 },
      ],
      rows: content.motions,
    },
  ]
}

/** The ranking with its derivation, and who is recommended. */
export function rankingParts(content: ReportContent): Part[] {
  if (content.allRejected) return [{ note: `评标委员会否决全部投标：${content.conclusion}。不推荐中标候选人。` }]
  // Steps of the ranking are named by the platform; sums name ways, which people did.
  const said = (line: TraceLine): TraceLine =>
    line.expression.endsWith('排序')
      ? {
          ...line,
          label: reworded(line.label, content.template),
          expression: reworded(line.expression, content.template),
        }
      : line
  const columns: Column[] = [
    { key: 'rank', title: '名次', align: 'center', width: 0.5 },
    NAME,
    { key: 'quote', title: '评审价（元）', align: 'right', width: 1.2 },
    { key: 'total', title: '综合得分', align: 'right', width: 0.8 },
    { key: 'remark', title: '说明', width: 0.8 },
  ]
  const rows = content.ranking.map((r) => ({
    rank: r.rank,
    name: r.name,
    quote: formatAmount(r.quote),
    total: r.total ?? '—',
    remark: r.lot === null ? '' : `抽签 ${r.lot}`,
  }))
  return [
    { columns, rows },
    ...content.ranking.map((r): Part => ({ title: r.name, level: 3, lines: r.lines.map(said) })),
    {
      title: '推荐中标候选人',
      level: 2,
      columns: columns.slice(0, 4),
      rows: content.candidates.map((c) => ({ ...c, quote: formatAmount(c.quote), total: c.total ?? '—' })),
    },
  ]
}
