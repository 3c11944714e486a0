import { formatAmount, lineTotal, sum, toCapitals } from '#contract/money.ts'
import type { Bidder } from './bidders.ts'
import type { Block, Document } from './fodt.ts'
import type { Item } from './items.ts'
import { OWNER, PROJECT } from './tender.ts'

/** The business part: letter, sums, references, terms. `prices` in the order of the items. */
export function businessDocument(bidder: Bidder, items: readonly Item[], prices: readonly string[]): Document {
  const totals = items.map((item, i) => lineTotal(prices[i]!, item.quantity))
  const total = sum(totals)
  const sections = [...new Set(items.map((i) => i.section))]
  const rows = sections.map((section, n) => [
    String(n + 1),
    section,
    formatAmount(sum(totals.filter((_, i) => items[i]!.section === section))),
  ])
  const blocks: Block[] = [
    { title: '商务文件', under: [PROJECT, '', `投标人：${bidder.name}`] },
    { pageBreak: true },
    { heading: '一、投标函' },
    { text: `${OWNER}：` },
    {
      text: `我方已仔细研究${PROJECT}招标文件的全部内容，愿意以人民币 ${formatAmount(total)} 元（大写：${toCapitals(total)}）的投标总价，按合同约定完成全部供货和服务。`,
    },
    {
      text: `我方承诺：投标有效期九十日内不撤销投标；中标后 30 日内签订合同；${bidder.deliveryDays}内全部到货；质保期${bidder.warrantyYears}。我方与其他投标人没有控股、管理关系，没有与任何人串通投标。`,
    },
    { text: `投标人：${bidder.name}`, align: 'right' },
    { text: `法定代表人：${bidder.legalPerson}`, align: 'right' },
    { heading: '二、开标一览表' },
    {
      table: [
        ['项目', '内容'],
        ['投标人', bidder.name],
        ['投标总价（元）', formatAmount(total)],
        ['投标总价（大写）', toCapitals(total)],
        ['交货期', bidder.deliveryDays],
        ['质保期', bidder.warrantyYears],
        ['投标保证金', '已提交'],
      ],
      widths: [5, 11],
    },
    { heading: '三、分项报价汇总' },
    { table: [['序号', '分部', '小计（元）'], ...rows, ['', '合计', formatAmount(total)]], widths: [2, 8, 6] },
    { text: '逐项单价见平台上已标价的采购清单，与本表不一致的，以清单为准。' },
    { heading: '四、投标人基本情况' },
    {
      table: [
        ['项目', '内容'],
        ['统一社会信用代码', bidder.creditCode],
        ['法定代表人', bidder.legalPerson],
        ['授权代表', bidder.agent],
        ['联系电话', bidder.phone],
        ['地址', bidder.address],
      ],
      widths: [5, 11],
    },
    { heading: '五、同类业绩' },
    {
      table: [['采购人', '内容', '合同金额', '年份'], ...bidder.references.map((r) => [...r])],
      widths: [5, 5.5, 3.5, 2],
    },
    { heading: '六、商务条款响应' },
    {
      table: [
        ['招标文件要求', '我方响应'],
        ['交货期 60 日内到货', bidder.deliveryDays],
        ['质保期三年', bidder.warrantyYears],
        ['付款 60%、35%、5%', '响应'],
        ['逾期违约金万分之五每日', '响应'],
      ],
      widths: [8, 8],
    },
    { text: `授权代表：${bidder.agent}`, align: 'right' },
  ]
  return { name: `${bidder.name}商务文件`, running: `${bidder.name}　商务文件`, author: bidder.name, blocks }
}

/** The technical part: an answer for each main item, then the bidder's own plan. */
export function technicalDocument(bidder: Bidder, items: readonly Item[]): Document {
  const main = items.filter((i) => Number(i.controlPrice) >= 150_000)
  const answers = main.map((item, i) => [
    item.code,
    item.name,
    item.spec,
    bidder.answers[(i * 7 + bidder.seed) % bidder.answers.length]!,
  ])
  const blocks: Block[] = [
    { title: '技术文件', under: [PROJECT, '', `投标人：${bidder.name}`] },
    { pageBreak: true },
    ...bidder.technical.flatMap(({ heading, text }): Block[] => [{ heading }, ...text.map((t) => ({ text: t }))]),
    { heading: '附表　主要设备技术参数响应表' },
    { table: [['编码', '名称', '招标要求', '投标响应'], ...answers], widths: [3, 4, 5, 4] },
    { text: bidder.name, align: 'right' },
  ]
  return { name: `${bidder.name}技术文件`, running: `${bidder.name}　技术文件`, author: bidder.name, blocks }
}
