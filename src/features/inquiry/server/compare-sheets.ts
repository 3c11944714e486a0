import type { OutputOf } from '#contract/endpoint.ts'
import { mixesOf, MIXES, type Mix } from '#features/quotes/rules/best-mix.ts'
import { CELL, type Comparison, compareQuotes, deviation, yuan } from '#features/quotes/rules/comparison.ts'
import { cellWord } from '#features/quotes/rules/comparison-words.ts'
import type { SheetColumn } from '#server/sheet/column.ts'
import type { SheetToWrite } from '#server/sheet/compose.ts'
import type { comparisonAlternatives, roundComparison } from '../contract-compare.ts'

type Answer = OutputOf<typeof roundComparison>
export interface Book {
  comparison: Answer
  alternatives: OutputOf<typeof comparisonAlternatives>['rows']
}
type Row = Record<string, string | null>

/**
 * A comparison as sheets: every price with what it takes to compute it again (quantity, tax rate, delivery, least quantity),
 * the marks in words, the suppliers with their sums and ranks, the ways to buy line by line, and other products on a sheet of
 * their own: they count in nothing.
 */
export function comparisonSheets({ comparison: answer, alternatives }: Book): SheetToWrite<string>[] {
  const gross = compareQuotes(answer.items, answer.quotes, 'gross')
  const net = compareQuotes(answer.items, answer.quotes, 'net')
  const mixes = mixesOf(
    gross,
    answer.quotes.map(({ deliveryDays }) => deliveryDays),
    { most: 3, maxShare: null },
  )
  const found = mixes.filter((mix): mix is Mix => 'choice' in mix)
  return [
    linesSheet(answer, gross),
    suppliersSheet(answer, gross, net),
    {
      title: '采购组合',
      columns: [
        { key: 'kind', title: '组合', type: 'text', width: 16 },
        { key: 'total', title: '含税合计（元）', type: 'amount' },
        { key: 'suppliers', title: '供应商', type: 'text', width: 60 },
        { key: 'how', title: '计算方法', type: 'text', width: 80 },
      ],
      rows: mixes.map((mix) =>
        'why' in mix
          ? { kind: MIXES[mix.kind], how: mix.why }
          : {
              kind: MIXES[mix.kind],
              total: mix.total,
              suppliers: mix.parts
                .map(({ side, lines, amount }) => `${gross.sides[side]!.supplierName}（${lines} 行，${amount} 元）`)
                .join('；'),
              how: mix.explanation,
            },
      ),
    },
    choicesSheet(answer, gross, found),
    ...(alternatives.length > 0 ? [alternativesSheet(alternatives)] : []),
  ]
}

const ITEM_COLUMNS: readonly SheetColumn[] = [
  { key: 'line', title: '行号', type: 'integer', width: 8 },
  { key: 'code', title: '编码', type: 'text', width: 14 },
  { key: 'name', title: '名称', type: 'text' },
  { key: 'spec', title: '规格', type: 'text' },
  { key: 'unit', title: '单位', type: 'text', width: 8 },
  { key: 'quantity', title: '数量', type: 'quantity', width: 10 },
  { key: 'controlPrice', title: '单价限价（元）', type: 'quantity' },
  { key: 'lastPrice', title: '上次成交单价（元）', type: 'quantity' },
]

function linesSheet(answer: Answer, { sides }: Comparison): SheetToWrite<string> {
  const { items, quotes } = answer
  // What no supplier says has no column: with sixty of them each is sixty columns.
  const says = {
    days: quotes.some(({ deliveryDays }) => deliveryDays.some((value) => value !== null)),
    least: quotes.some(({ minQuantity }) => minQuantity.some((value) => value !== null)),
  }
  const columns = quotes.flatMap(({ supplierName }, q): SheetColumn[] => [
    { key: `price${q}`, title: `${supplierName}：含税单价（元）`, type: 'quantity', width: 16 },
    { key: `rate${q}`, title: `${supplierName}：税率（%）`, type: 'quantity', width: 10 },
    { key: `amount${q}`, title: `${supplierName}：含税金额（元）`, type: 'amount', width: 18 },
    ...(says.days
      ? [{ key: `days${q}`, title: `${supplierName}：交货期（天）`, type: 'integer' as const, width: 10 }]
      : []),
    ...(says.least
      ? [{ key: `least${q}`, title: `${supplierName}：起订量`, type: 'quantity' as const, width: 10 }]
      : []),
    { key: `mark${q}`, title: `${supplierName}：标记`, type: 'text', width: 10 },
  ])
  const lines = items.map(({ line, code, name, spec, unit, quantity, controlPrice, lastPrice }, i) => {
    const row: Row = { line: String(line), code, name, spec, unit, quantity, controlPrice, lastPrice }
    quotes.forEach((quote, q) => {
      const side = sides[q]!
      row[`price${q}`] = quote.unitPrice[i] ?? null
      row[`rate${q}`] = quote.taxRate[i] ?? null
      row[`amount${q}`] = side.marks[i]! & CELL.quoted ? yuan(side.amounts[i]!) : null
      if (says.days) row[`days${q}`] = quote.deliveryDays[i] == null ? null : String(quote.deliveryDays[i])
      if (says.least) row[`least${q}`] = quote.minQuantity[i] ?? null
      row[`mark${q}`] = cellWord(side, i)?.word ?? ''
    })
    return row
  })
  const total: Row = { name: '合计' }
  const rank: Row = { name: '名次' }
  sides.forEach((side, q) => {
    total[`amount${q}`] = side.total
    rank[`mark${q}`] = side.rank === null ? '' : String(side.rank)
  })
  const title = `${answer.title} ${answer.round.label}比价（含税，单位：元）`
  return { title, name: '比价', columns: [...ITEM_COLUMNS, ...columns], rows: [...lines, total, rank] }
}

function suppliersSheet({ quotes, missed, ceiling, budget, items }: Answer, gross: Comparison, net: Comparison) {
  const columns: SheetColumn[] = [
    { key: 'name', title: '供应商', type: 'text', width: 36 },
    { key: 'status', title: '状态', type: 'text', width: 10 },
    { key: 'rank', title: '名次', type: 'integer' },
    { key: 'quoted', title: '已报行数', type: 'integer' },
    { key: 'best', title: '最低行数', type: 'integer' },
    { key: 'total', title: '含税合计（元）', type: 'amount' },
    { key: 'net', title: '不含税合计（元）', type: 'amount' },
    { key: 'budget', title: '较预算（%）', type: 'text', width: 14 },
    { key: 'ceiling', title: '较最高限价（%）', type: 'text', width: 16 },
    { key: 'days', title: '报价有效期（天）', type: 'integer', width: 16 },
    { key: 'reason', title: '说明', type: 'text', width: 40 },
  ]
  const rows = quotes.map((quote, q): Row => {
    const side = gross.sides[q]!
    const whole = side.quoted === items.length ? side.total : null
    return {
      name: quote.supplierName,
      status: side.isValid ? '有效' : '无效',
      rank: side.rank === null ? null : String(side.rank),
      quoted: String(side.quoted),
      best: String(side.bestLines),
      total: side.total,
      net: net.sides[q]!.total,
      budget: deviation(whole, budget),
      ceiling: deviation(whole, ceiling),
      days: quote.validityDays === null ? null : String(quote.validityDays),
      reason: quote.reason,
    }
  })
  return {
    title: '供应商',
    columns,
    rows: [...rows, ...missed.map((name): Row => ({ name, status: '未报价' }))],
  } satisfies SheetToWrite<string>
}

/** Who delivers what in each way to buy. */
function choicesSheet({ items }: Answer, { sides }: Comparison, mixes: readonly Mix[]): SheetToWrite<string> {
  return {
    title: '采购组合明细',
    columns: [
      ...ITEM_COLUMNS.filter(({ key }) => ['line', 'name', 'quantity'].includes(key)),
      ...mixes.flatMap(({ kind }): SheetColumn[] => [
        { key: kind, title: `${MIXES[kind]}：供应商`, type: 'text', width: 30 },
        { key: `${kind}Amount`, title: `${MIXES[kind]}：含税金额（元）`, type: 'amount' },
      ]),
    ],
    rows: items.map(({ line, name, quantity }, i) => {
      const row: Row = { line: String(line), name, quantity }
      for (const { kind, choice } of mixes) {
        const side = choice[i] == null ? undefined : sides[choice[i]]!
        row[kind] = side?.supplierName ?? '无人可选'
        row[`${kind}Amount`] = side ? yuan(side.amounts[i]!) : null
      }
      return row
    }),
  }
}

function alternativesSheet(alternatives: Book['alternatives']): SheetToWrite<string> {
  return {
    title: '备选报价（仅供比较）',
    name: '备选报价',
    columns: [
      { key: 'line', title: '行号', type: 'integer', width: 8 },
      { key: 'name', title: '名称', type: 'text' },
      { key: 'supplier', title: '供应商', type: 'text', width: 36 },
      { key: 'brand', title: '备选品牌型号', type: 'text' },
      { key: 'spec', title: '规格说明', type: 'text' },
      { key: 'price', title: '含税单价（元）', type: 'quantity', width: 14 },
      { key: 'own', title: '本项含税单价（元）', type: 'quantity', width: 18 },
      { key: 'rate', title: '税率（%）', type: 'quantity', width: 10 },
      { key: 'days', title: '交货期（天）', type: 'integer', width: 12 },
      { key: 'least', title: '起订量', type: 'quantity', width: 10 },
      { key: 'remark', title: '备注', type: 'text' },
      { key: 'status', title: '报价状态', type: 'text', width: 10 },
    ],
    rows: alternatives.map((one): Row => ({
      line: String(one.line),
      name: one.name,
      supplier: one.supplierName,
      brand: one.brand,
      spec: one.spec,
      price: one.unitPrice,
      own: one.ownPrice,
      rate: one.taxRate,
      days: one.deliveryDays === null ? null : String(one.deliveryDays),
      least: one.minQuantity,
      remark: one.remark,
      status: one.isValid ? '有效' : '无效',
    })),
  }
}
