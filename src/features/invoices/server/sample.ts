import { formatAmount, toCapitals } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { renderPdf } from '#server/pdf/render.ts'
import { InvoiceKind } from '../rules/enums.ts'
import type { RedSheet, Sheet } from '../rules/issuer.ts'
import { SAMPLE_NOTE } from '../rules/words.ts'

/** An invoice of the local issuer as PDF, marked 样张; a red letter has negative amounts. */
export function renderSample(sheet: Sheet | RedSheet, { number, at }: { number: string; at: Date }): Promise<Buffer> {
  const isRed = 'of' in sheet
  const amount = (value: string) => (isRed && Number(value) > 0 ? `-${formatAmount(value)}` : formatAmount(value))
  const { buyer, seller } = sheet
  const below = (...parts: string[]) => parts.filter(Boolean).join('\n')
  const joined = (...parts: string[]) => parts.filter(Boolean).join(' ')
  const data = {
    org: seller.name,
    title: `${isRed ? '红字' : ''}电子发票（${sheet.kind === InvoiceKind.values.normal ? '普通发票' : '增值税专用发票'}）`,
    color: isRed ? '#b42318' : '#9c1c1c',
    facts: [
      ['发票号码', number],
      ['开票日期', formatTime(at).slice(0, 10)],
      ['受票方', buyer.title],
      ['受票方税号', buyer.taxNo],
      ['受票方地址电话', below(buyer.address, buyer.phone)],
      ['受票方开户行账号', below(buyer.bank, buyer.accountNo)],
      ['开票方', seller.name],
      ['开票方税号', seller.taxNo],
    ],
    lines: sheet.lines.map(({ name, net, tax }) => ({
      name,
      net: amount(net),
      rate: `${sheet.rate}%`,
      tax: amount(tax),
    })),
    sums: { name: '合计', net: amount(sheet.net), rate: '', tax: amount(sheet.tax) },
    totals: [
      ['价税合计（大写）', `${isRed ? '（负数）' : ''}${toCapitals(sheet.total)}`],
      ['价税合计（小写）', `${amount(sheet.total)} 元`],
      ...(isRed
        ? [
            ['被红冲发票号码', sheet.of.number],
            ['红冲原因', sheet.of.reason],
          ]
        : []),
      ['备注', joined(`申请编号 ${sheet.code}`, sheet.remark)],
      ['开票人', sheet.drawer],
    ],
    note: SAMPLE_NOTE,
  }
  return renderPdf(TEMPLATE, data, { at })
}

const TEMPLATE = `#import "base.typ": *
#set page(foreground: rotate(-30deg, text(font: sans, size: 120pt, weight: "bold", fill: rgb("#9c1c1c").transparentize(88%))[样张]))
#show: official.with(title: input.title, org: input.org)
#set par(justify: false)
#facts(input.facts, columns: 2)
#data-table((
  (title: "项目名称", key: "name", width: 2.4fr),
  (title: "金额（元）", key: "net", align: "right"),
  (title: "税率", key: "rate", width: 0.5fr, align: "center"),
  (title: "税额（元）", key: "tax", align: "right"),
), input.lines, total: input.sums)
#facts(input.totals)
#text(fill: rgb(input.color), strong(input.note))
`
