import { AppError } from '#contract/errors.ts'
import { formatAmount, formatDigits, toCapitals, trimZeros } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import type { StoredFile } from '#server/files/own-files.ts'
import type { Asker } from '#server/pdf/queue.ts'
import { renderPdf } from '#server/pdf/render.ts'
import { PAY_MODES, type Payer, PAYERS, type PayMode } from '../rules/payment.ts'
import type { Any, Contract } from './access.ts'
import { type Content, contentHash } from './content.ts'

/** Where the seals stand: in the two fields of the last page. */
export const SEALS = {
  purchaser: { page: 10_000, x: 0.3, y: 0.4 },
  supplier: { page: 10_000, x: 0.7, y: 0.4 },
} as const

/**
 * The version in force as both sides agreed to it. Refuses to have signed what is not what they agreed to: names of companies
 * belong to the hash, and may have changed since.
 */
export async function agreedVersion(ctx: Any, row: Contract) {
  const version = await ctx.expectOne('contract_version', { contractId: row.id, version: row.version, state: 'agreed' })
  const content = version.content as unknown as Content
  const files = version.files as StoredFile[]
  const hash = await contentHash(ctx, row, { version: version.version, price: version.price, content, files })
  if (!hash.equals(version.contentHash))
    throw new AppError(
      'wrongState',
      '合同现在的内容与双方确认的版本不一致（例如企业已更名），请变更合同，由双方确认新版本后再发起',
    )
  const ids = [row.purchaserCompanyId, row.supplierCompanyId]
  const companies = await ctx.many('company', { id: ids }, { columns: ['id', 'name', 'creditCode'] })
  const partyOf = (id: string) => companies.find((one) => one.id === id)!
  const order = row.orderId && (await ctx.expectOne('purchase_order', { id: row.orderId }))
  return {
    row,
    version,
    content,
    files,
    purchaser: partyOf(row.purchaserCompanyId),
    supplier: partyOf(row.supplierCompanyId),
    order: order ? `${order.title}（${order.code}）` : '',
  }
}

type Agreed = Awaited<ReturnType<typeof agreedVersion>>

/** That version as PDF, with a last page for the seals; the same bytes each time. */
export function versionPdf(agreed: Agreed, by: Asker): Promise<Buffer> {
  const { row, version, content, files, purchaser, supplier } = agreed
  const milestones = row.milestones as { name: string; amount: string; dueOn: string }[]
  const number = version.version
  const data = {
    org: purchaser.name,
    title: row.title,
    number: row.code,
    version: number,
    facts: factsOf(agreed),
    lines: content.lines.map(({ line, name, spec, unit, quantity, unitPrice, amount }) => ({
      line,
      name: [name, spec].filter(Boolean).join('，'),
      unit,
      quantity: formatDigits(quantity),
      unitPrice: formatDigits(unitPrice, 2),
      amount: formatAmount(amount),
    })),
    milestones: milestones.map(({ name, amount, dueOn }) => ({ name, amount: formatAmount(amount), dueOn })),
    terms: content.terms,
    files: files.map(({ name, sha256 }) => ({ name, sha256 })),
    confirmed: [
      ['采购人确认', `${version.proposedByName}，${time(version.proposedAt)}`],
      ['供应商确认', `${version.answeredByName}，${time(version.answeredAt)}`],
    ],
    hash: version.contentHash.toString('hex'),
    parties: [
      { role: '采购人', name: purchaser.name },
      { role: '供应商', name: supplier.name },
    ],
  }
  return renderPdf(TEMPLATE, data, { at: version.answeredAt!, by })
}

function factsOf({ row, version, content, purchaser, supplier, order }: Agreed): string[][] {
  const optional = (label: string, value: string | null) => (value ? [[label, value]] : [])
  const { performanceBond, lateRate } = row
  return [
    ['合同编号', row.code],
    ['版本', `第 ${version.version} 版`],
    ['采购人', `${purchaser.name}（${purchaser.creditCode}）`],
    ['供应商', `${supplier.name}（${supplier.creditCode}）`],
    ['合同价', `${formatAmount(version.price)} 元（${toCapitals(version.price)}）`],
    ...optional('采购单', order),
    ...optional('履行期限', content.deliverBy),
    ...optional('交货地点', content.place),
    ['付款单位类型', PAYERS[row.payer as Payer].label],
    ['结算方式', PAY_MODES[row.payMode as PayMode]],
    ['付款期限', `自交付之日起 ${content.payDays} 日`],
    [
      '逾期利息',
      lateRate
        ? `年利率 ${trimZeros(lateRate)}%（订立时 1 年期 LPR ${trimZeros(row.lpr ?? '')}%）`
        : '日利率 0.05%（未约定）',
    ],
    ['履约保证金', performanceBond === null ? '不要求' : `${formatAmount(performanceBond)} 元`],
    ...optional('质量保证', row.warranty),
    ...optional('变更原因', version.reason),
  ]
}

const time = (at: Date | null) => `${formatTime(at, true)}（北京时间）`

const TEMPLATE = `#import "base.typ": *
#show: official.with(title: input.title, org: input.org, number: input.number + " 第 " + str(input.version) + " 版")
#facts(input.facts)
= 标的
#data-table(
  (
    (key: "line", title: "序号", width: 32pt, align: "center"),
    (key: "name", title: "名称、规格"),
    (key: "unit", title: "单位", width: 44pt, align: "center"),
    (key: "quantity", title: "数量", width: 60pt, align: "right"),
    (key: "unitPrice", title: "单价（元）", width: 84pt, align: "right"),
    (key: "amount", title: "金额（元）", width: 96pt, align: "right"),
  ),
  input.lines,
)
#if input.milestones.len() > 0 [
= 付款节点
#data-table(
  ((key: "name", title: "节点"), (key: "dueOn", title: "应付日期", width: 90pt, align: "center"), (key: "amount", title: "金额（元）", width: 96pt, align: "right")),
  input.milestones,
)
]
#if input.terms != "" [
= 合同条款
#lines(input.terms)
]
#if input.files.len() > 0 [
= 合同文件
#par("下列文件是合同的组成部分，以其 SHA-256 为准。")
#for file in input.files [
#block(breakable: false)[
#lines(file.name)
#groups-of-four(file.sha256)
]
]
]
#pagebreak()
= 签署页
#par("双方以各自数字证书签署本文件，签名覆盖全部页面；签署人、证书和时间见文件中的数字签名。")
#place(top + left, dy: 40mm, grid(
  columns: (1fr, 1fr),
  column-gutter: 8mm,
  ..input.parties.map(p => block(width: 100%, height: 76mm, stroke: 0.5pt + hairline, inset: 10pt)[
    #text(font: sans, size: 9.5pt, fill: muted, p.role + "（电子签章）")
    #parbreak()
    #lines(p.name)
  ]),
))
#place(top + left, dy: 128mm, seal-block(
  title: "双方确认的内容",
  facts: input.confirmed,
  hashes: (("内容哈希 SHA-256", input.hash),),
  note: "双方在平台确认的是上述哈希所对应的内容（主体、价格、条款、标的和文件），本文件据此生成。",
))
`
