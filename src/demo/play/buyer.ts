import type { InputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { formatDate, formatTime } from '#contract/time.ts'
import { LowPriceTerms } from '#features/evaluation/rules/low-price.ts'
import { orderBonds, recordBondPayment } from '#features/bonds/contract/register.ts'
import { addInvitees } from '#features/procurement/contract/follow-up.ts'
import * as notices from '#features/procurement/contract/notice.ts'
import * as orders from '#features/procurement/contract/order.ts'
import * as projects from '#features/procurement/contract/project.ts'
import type { ScheduleInput } from '#features/procurement/contract/shared.ts'
import * as trades from '#features/procurement/contract/trade.ts'
import { methodFor, methodOf } from '#features/procurement/methods/all.ts'
import { publicBidding } from '#features/procurement/methods/public-bidding.ts'
import { say } from '#features/procurement/methods/say.ts'
import { done } from '#features/workflow/rules/held.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { COMPANIES, type CompanyKey } from '../companies.ts'
import { consented } from './consent.ts'
import { pdfOf, richText } from './documents.ts'
import { SETTINGS, type TenderPlan } from './plan.ts'

/** Creates the project with its bill of quantities; an agency names the purchaser it works for, which agrees. */
export async function createProject(
  buyer: HttpClient,
  plan: TenderPlan,
  purchaser: CompanyKey | null = null,
): Promise<string> {
  const { projectId } = await buyer.call(projects.createProject, {
    body: {
      name: plan.projectName,
      category: plan.category,
      regime: plan.regime ?? 'tender',
      region: plan.region,
      funds: plan.funds,
      budget: plan.budget,
      description: plan.description,
      purchaserCompanyId: purchaser && COMPANIES[purchaser].id,
    },
  })
  await buyer.call(projects.replaceItems, {
    params: { projectId },
    body: { items: plan.items.map((item) => ({ ...item })) },
  })
  if (purchaser) await consented(buyer, projectId)
  return projectId
}

/** Drafts an order whose opening notice is its method's template, filled in; suppliers are invited first. */
export async function draftFromTemplate(
  buyer: HttpClient,
  fields: Omit<InputOf<typeof orders.createOrder>['body'], 'announcement'>,
  { notice, invited = [] }: { notice: string; invited?: readonly CompanyKey[] | undefined },
): Promise<string> {
  const { projectId: _, method = publicBidding.code, admission, ...rest } = fields
  const { opens } = methodFor({ method, admission })
  const blank = { title: `${rest.title}${notice}`, content: null }
  const { orderId } = await buyer.call(orders.createOrder, { body: { ...fields, announcement: blank } })
  const params = { orderId }
  if (invited.length > 0) await invite(buyer, orderId, invited)
  const [template] = await buyer.call(notices.noticeTemplates, { query: { kind: opens, method } })
  const { templateId } = template!
  const { content } = await buyer.call(notices.renderTemplate, { params: { ...params, templateId } })
  await buyer.call(orders.updateOrder, { params, body: { ...rest, announcement: { ...blank, content } } })
  return orderId
}

/** Drafts the order with schedule, settings, tender document and announcement. */
export async function draftOrder(
  buyer: HttpClient,
  projectId: string,
  given: { plan: TenderPlan; schedule: ScheduleInput; now: Date; document?: { name: string; content: Buffer } },
): Promise<string> {
  const { plan, schedule, now } = given
  const document = given.document ?? { name: '招标文件.pdf', content: await tenderDocument(plan, schedule, now) }
  const file = await buyer.upload('tender-document', document.name, document.content)
  const { orderId } = await buyer.call(orders.createOrder, {
    body: {
      projectId,
      method: methodCodeOf(plan),
      title: plan.title,
      suite: plan.suite,
      estimatedPrice: plan.estimatedPrice,
      controlPrice: plan.controlPrice,
      bond: plan.bond,
      documentFee: plan.documentFee ?? '0',
      place: '网上开标大厅',
      decryptMinutes: 480,
      schedule,
      reviewModel: plan.reviewModel ?? 1,
      settings: {
        ...SETTINGS,
        ...(plan.regime === 'government' && { lowPrice: LowPriceTerms.parse({ rule: 'government' }) }),
        offerRounds: plan.offerRounds ?? 0,
        ...plan.settings,
        ...(plan.keyMode && { keyMode: plan.keyMode }),
        ...(plan.documentFee && { documentFeeBy: 'online' as const }),
      },
      files: [{ fileId: file.fileId, kind: 'document', name: file.name }],
      announcement: {
        title: `${plan.title}${say({ method: methodCodeOf(plan) }, '{announcement}')}`,
        content: richText(announcement(plan, schedule)),
      },
    },
  })
  return orderId
}

/** Asks companies by name: before the publication where the method admits those alone. */
export async function invite(buyer: HttpClient, orderId: string, companies: readonly CompanyKey[]): Promise<void> {
  const companyIds = companies.map((key) => COMPANIES[key].id)
  await buyer.call(addInvitees, { params: { orderId }, body: { companyIds, reason: '具备承担本项目的能力，资信良好' } })
}

export async function publish(buyer: HttpClient, orderId: string): Promise<string> {
  const answer = await buyer.call(orders.publishOrder, { params: { orderId }, body: { acceptWarnings: true } })
  return done(answer).noticeId
}

/** Approves every sign-up that waits. */
export async function approveAll(buyer: HttpClient, orderId: string): Promise<number> {
  const { rows } = await buyer.call(trades.tradePage, { params: { orderId }, query: { status: 0, pageSize: 100 } })
  for (const row of rows)
    await buyer.call(trades.decideTrade, { params: { tradeId: row.tradeId }, body: { pass: true } })
  return rows.length
}

export async function clarify(buyer: HttpClient, orderId: string, answer: string): Promise<void> {
  const questions = await buyer.call(notices.orderQuestions, { params: { orderId } })
  const open = questions.filter((q) => q.answer === null)
  await buyer.call(notices.publishClarification, {
    params: { orderId },
    body: { title: '澄清答疑（第一次）', answers: open.map((q) => ({ questionId: q.questionId, answer })) },
  })
}

/** Puts every bond on record that has come in. */
export async function recordBonds(buyer: HttpClient, orderId: string, now: Date): Promise<void> {
  const { bond, rows } = await buyer.call(orderBonds, { params: { orderId } })
  if (Number(bond) === 0) return
  for (const { tradeId, supplierName } of rows.filter((row) => row.state === 'unpaid')) {
    // A slip of each transfer: one that is recorded again is refused.
    const parts = [{ heading: '到账', paragraphs: [`投标保证金 ${bond} 元，附言 ${tradeId}`] }]
    const paper = await pdfOf({ title: '银行到账回单', org: supplierName, parts }, now)
    const name = '到账回单.pdf'
    const { fileId } = await buyer.upload('bond-voucher', name, paper)
    await buyer.call(recordBondPayment, {
      params: { orderId, tradeId },
      body: { amount: bond, paidOn: formatDate(now), voucher: { fileId, name } },
    })
  }
}

export async function publishCandidates(buyer: HttpClient, orderId: string): Promise<string> {
  const { draft, publicityDays, rows } = await buyer.call(notices.candidateDraft, { params: { orderId } })
  const answer = await buyer.call(notices.publishCandidates, {
    params: { orderId },
    // What a review recommended stands; else the first of the ranking is proposed.
    body: { ...draft, tradeId: rows[0]!.tradeId, publicityDays, acceptWarnings: true },
  })
  return done(answer).publicityEnd
}

/** Fixes the first candidate as the winner, or those who were proposed, and publishes the result. */
export async function award(buyer: HttpClient, orderId: string): Promise<void> {
  const { candidates, proposal, draft } = await buyer.call(notices.winnerDetail, { params: { orderId } })
  const chosen = proposal === null ? { tradeId: candidates[0]!.tradeId } : {}
  await buyer.call(notices.publishWinner, {
    params: { orderId },
    body: { ...draft, ...chosen, acceptWarnings: true },
  })
}

export async function archive(buyer: HttpClient, orderId: string): Promise<void> {
  await buyer.call(orders.archiveOrder, { params: { orderId }, body: { confirm: true } })
}

function methodCodeOf({ method = publicBidding.code }: TenderPlan): number {
  return method
}

function announcement(plan: TenderPlan, schedule: ScheduleInput) {
  return [
    {
      heading: '一、招标条件',
      paragraphs: [
        `${plan.projectName}已具备招标条件，资金来源为${plan.funds}，现对${plan.title}进行${methodOf(methodCodeOf(plan)).name}。`,
      ],
    },
    {
      heading: '二、项目概况与招标范围',
      paragraphs: [
        plan.description,
        `最高限价：人民币${formatAmount(plan.controlPrice)}元。投标保证金：人民币${formatAmount(plan.bond)}元。`,
      ],
    },
    {
      heading: '三、投标人资格要求',
      paragraphs: [
        '具有独立承担民事责任的能力，具备有效的营业执照；具有履行合同所必需的设备和专业技术能力；未被列入失信被执行人名单。',
      ],
    },
    {
      heading: '四、招标文件的获取',
      paragraphs: [
        `获取时间：${formatTime(schedule.saleStart)}至${formatTime(schedule.saleEnd)}（北京时间）。获取方式：登录本平台报名，审核通过后在线下载。`,
      ],
    },
    {
      heading: '五、投标文件的递交',
      paragraphs: [
        `投标截止时间：${formatTime(schedule.bidEnd)}（北京时间，以平台服务器时间为准）。投标文件须加密后在线递交，逾期不予接收。`,
      ],
    },
    {
      heading: '六、开标时间与方式',
      paragraphs: [`开标时间：${formatTime(schedule.openAt)}（北京时间）。开标方式：网上不见面开标，投标人在线解密。`],
    },
  ]
}

async function tenderDocument(plan: TenderPlan, schedule: ScheduleInput, now: Date): Promise<Buffer> {
  const parts = [
    { heading: '第一章 招标公告', paragraphs: announcement(plan, schedule).flatMap((p) => p.paragraphs) },
    {
      heading: '第二章 投标人须知',
      paragraphs: [
        '投标文件由报价单、技术标、商务标组成，须使用投标人数字证书加密。',
        '投标有效期为投标截止之日起90日历天。',
      ],
    },
    {
      heading: '第三章 评标办法',
      paragraphs: [
        '本项目采用综合评分法，满分100分，其中技术35分、商务15分、价格50分。',
        '评标基准价为有效报价去掉一个最高和一个最低后的算术平均值，每高1%扣1分，每低1%扣0.5分。',
      ],
    },
    {
      heading: '第四章 采购需求',
      paragraphs: plan.items.map((item, i) => `${i + 1}. ${item.name}（${item.spec}），${item.quantity}${item.unit}。`),
    },
  ]
  return pdfOf({ title: `${plan.title}招标文件`, org: plan.projectName, parts }, now)
}
