import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { say } from '#features/procurement/methods/say.ts'
import type { Asker } from '#server/pdf/queue.ts'
import { renderPdf } from '#server/pdf/render.ts'
import { talkStands } from '#features/talks/server/public.ts'
import { CHANGE_KINDS, type ChangeKind, OUT_CAUSES, type OutCause, ROLES, type Role } from '../rules/panel.ts'
import { groupOf, supplierNames } from './access.ts'
import type { Any, Order, StoredReport } from './rows.ts'
import { responsesOf } from './stand.ts'

const time = (at: Date | null) => (at ? `${formatTime(at, true)}（北京时间）` : '—')

/** The report as PDF: who reviewed, who responded and how each went on, demands that changed, offers, ranking, signatures. */
export async function reportPdf(ctx: Any, order: Order, by?: Asker): Promise<Buffer> {
  const orderId = order.id
  const panel = await ctx.expectOne('panel', { orderId })
  const { name, decides } = groupOf(order)
  const [members, suppliers, changes, talks, responses, nameOf, company] = await Promise.all([
    ctx.many('panel_member', { orderId }, { orderBy: ['sort', 'chosenAt'] }),
    ctx.many('panel_supplier', { orderId }, { orderBy: ['tradeId'] }),
    ctx.many('panel_change', { orderId, agreed: true }, { orderBy: ['version'] }),
    talkStands(ctx, orderId),
    responsesOf(ctx, orderId),
    supplierNames(ctx, orderId),
    ctx.expectOne('company', { id: order.purchaserCompanyId }, { columns: ['name'] }),
  ])
  const { ranking, note } = panel.report as unknown as StoredReport
  const hasScores = decides === 'score'
  const data = {
    org: company.name,
    number: order.code,
    title: `${say(order, '{act}')}评审报告`,
    facts: [
      ['采购单', order.title],
      ['响应开启', time(order.openAt)],
      ['评审开始', time(panel.startedAt)],
      ['报告编制', time(panel.reportedAt)],
      ['推荐依据', hasScores ? '综合得分由高到低' : '最后报价由低到高'],
    ],
    group: name,
    members: members.map((one) => ({
      name: one.name,
      role: ROLES[one.role as Role],
      employer: one.employer,
      state: one.outAt ? one.outReason : one.isDrawn ? '随机抽取' : '',
    })),
    suppliers: suppliers.map(({ tradeId, cause, reason }) => ({
      name: nameOf(tradeId),
      responses: String(responses.filter((one) => one.tradeId === tradeId).length),
      talks: String(talks.filter((one) => one.tradeId === tradeId && one.isHeld).length),
      state: cause === '' ? '继续参加至最后' : `${OUT_CAUSES[cause as OutCause]}：${reason}`,
    })),
    changes: changes.map(({ version, kinds, content, decidedAt, decidedName }) => ({
      no: String(version),
      kinds: (kinds as ChangeKind[]).map((kind) => CHANGE_KINDS[kind]).join('、'),
      content,
      by: `${decidedName}，${formatTime(decidedAt, true)}`,
    })),
    ranking: ranking.map(({ rank, name: supplier, price, score, priceScore, ways }) => ({
      rank: String(rank),
      name: supplier,
      price: formatAmount(price),
      parts: hasScores
        ? [...ways.map((way) => `${way.name} ${way.score}`), `价格 ${priceScore ?? '—'}`].join('；')
        : '—',
      score: score ?? '—',
    })),
    note: note || '无',
    signs: members
      .filter(({ outAt }) => outAt === null)
      .map((one) => ({
        name: one.name,
        signed: one.signedAt ? formatTime(one.signedAt, true) : panel.stage === 'done' ? '未签字' : '待签字',
        remark: one.dissent || '无不同意见',
      })),
    hashes: [['报告指纹（SHA-256）', panel.reportHash!.toString('hex')]],
  }
  return renderPdf(TEMPLATE, data, { at: panel.endedAt ?? panel.reportedAt!, ...(by && { by }) })
}

const TEMPLATE = `#import "base.typ": *
#show: official.with(title: input.title, org: input.org, number: input.number)
#facts(input.facts)
= #input.group
#data-table(
  ((title: "姓名", key: "name", width: 0.8fr), (title: "身份", key: "role", width: 0.9fr), (title: "单位", key: "employer", width: 1.8fr), (title: "说明", key: "state", width: 1.4fr)),
  input.members,
)
= 供应商与评审情况
#data-table(
  ((title: "供应商", key: "name", width: 1.8fr), (title: "响应次数", key: "responses", width: 0.7fr, align: "center"), (title: "商谈次数", key: "talks", width: 0.7fr, align: "center"), (title: "结论", key: "state", width: 2fr)),
  input.suppliers,
)
#if input.changes.len() > 0 [
= 采购需求变动
#data-table(
  ((title: "序号", key: "no", width: 0.4fr, align: "center"), (title: "范围", key: "kinds", width: 1.1fr), (title: "内容", key: "content", width: 2.4fr), (title: "采购人代表确认", key: "by", width: 1.2fr)),
  input.changes,
)
]
= 最后报价与排序
#data-table(
  ((title: "排名", key: "rank", width: 0.4fr, align: "center"), (title: "供应商", key: "name", width: 1.8fr), (title: "最后报价（元）", key: "price", width: 1fr, align: "right"), (title: "各项得分", key: "parts", width: 1.6fr), (title: "综合得分", key: "score", width: 0.7fr, align: "right")),
  input.ranking,
)
= 评审意见
#par(input.note)
= 小组成员签署
#data-table(
  ((title: "姓名", key: "name", width: 1fr), (title: "签署时间（北京时间）", key: "signed", width: 1.4fr), (title: "不同意见", key: "remark", width: 2fr)),
  input.signs,
)
#seal-block(title: "签署说明", facts: (), hashes: input.hashes, note: "成员在本平台以本人账号签署，签署记入审计链。")
`
