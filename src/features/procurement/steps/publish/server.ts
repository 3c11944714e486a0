import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { Exact } from '#contract/money.ts'
import { methodOf } from '../../methods/all.ts'
import type { ScheduleField } from '../../methods/method.ts'
import { say } from '../../methods/say.ts'
import { paysOnline } from '../../rules/document-fee.ts'
import { isRichText, textOf } from '../../rules/rich-text.ts'
import { supplierAdmission } from '../../server/admission-port.ts'
import { checkedDocuments } from '../../server/document-check.ts'
import { entrusting } from '../../server/entrust-port.ts'
import { documentFees } from '../../server/fee-port.ts'
import { invitedOf } from '../../server/invited.ts'
import { textAsPublished } from '../../server/notice-text.ts'
import { dateProblems } from '../../server/order-check.ts'
import { orderItems } from '../../server/order-items.ts'
import type { CheckResult, Draft, Problem, StepServer } from '../../server/step-server.ts'
import { isPrivate } from '../../server/visible.ts'
import { leastSuppliers } from '../../rules/group-terms.ts'
import { soleFacts } from '../publicity/server.ts'

type Ctx = Context<Employee>

export const publish: StepServer = {
  publishChecks: [consent, notice, text, dates, items, amounts, invited, admitted, documents, contents],
}

/** An agency announces nothing in the name of a purchaser that could answer and has not agreed. */
async function consent(ctx: Ctx, { order }: Draft): Promise<CheckResult | null> {
  const { projectId: id, purchaserCompanyId, ownerCompanyId } = order
  if (ownerCompanyId === purchaserCompanyId) return null
  const lacks = await entrusting().lacksConsent(ctx, { id, purchaserCompanyId })
  const none = { path: 'project', message: '采购人尚未同意委托本单位代理，请在项目中提请采购人同意' }
  return { says: '采购人已委托本单位代理', problems: lacks ? [none] : [] }
}

function contentOf({ announcement }: Draft) {
  const content = isRichText(announcement?.content) ? announcement.content : null
  return content && textOf(content).trim() !== '' ? content : null
}

function notice(_ctx: Ctx, draft: Draft): CheckResult {
  const wrong = (field: string, message: string) => ({ path: `announcement.${field}`, message })
  const hasTitle = Boolean(draft.announcement?.title.trim())
  return {
    says: say(draft.order, '{notice}标题和正文'),
    problems: [
      ...(hasTitle ? [] : [wrong('title', say(draft.order, '请填写{notice}标题'))]),
      ...(contentOf(draft) ? [] : [wrong('content', say(draft.order, '请填写{notice}正文'))]),
    ],
  }
}

/** What the announcement would say wrongly if it were published now: documents are never on sale before it. */
async function text(ctx: Ctx, draft: Draft): Promise<CheckResult | null> {
  const content = contentOf(draft)
  if (!content) return null
  const { order, announcement } = draft
  const now = ctx.clock.now()
  const saleStart = order.saleStart && order.saleStart > now ? order.saleStart : order.saleStart && now
  const written = { title: announcement!.title, content }
  const { problems } = await textAsPublished(ctx, { ...order, saleStart }, written)
  return {
    says: say(order, '占位符均已填写，正文与{order}的金额、时间、资料一致'),
    problems: problems.map((message) => ({ path: 'announcement.content', message })),
  }
}

async function dates(ctx: Ctx, { order, settings }: Draft): Promise<CheckResult | null> {
  const labels = Object.entries(methodOf(order.method).dates.labels) as [ScheduleField, string][]
  const missing = labels.filter(([field]) => !order[field])
  const sole = settings && (await soleFacts(ctx, order, settings))
  return {
    says: '时间安排完整',
    problems: [
      ...missing.map(([field, label]) => ({ path: `schedule.${field}`, message: `请填写${label}` })),
      ...dateProblems({ ...order, publicityEnd: sole?.end ? new Date(sole.end) : null }, ctx.clock.now()),
    ],
  }
}

async function items(ctx: Ctx, { order }: Draft): Promise<CheckResult | null> {
  const { length } = await orderItems(ctx, order)
  const none = { path: 'items', message: say(order, `{order} ${order.lotNo} 没有{bill}`) }
  return { says: `${say(order, '{bill}')} ${length} 行`, problems: length === 0 ? [none] : [] }
}

function amounts(ctx: Ctx, { order, project }: Draft): CheckResult {
  const problems: Problem[] = []
  const estimated = new Exact(order.estimatedPrice)
  // What is spent stays within the budget. What is sold may start above what it is thought to be worth.
  const { sells } = methodOf(order.method)
  if (!estimated.gt(0)) problems.push({ path: 'estimatedPrice', message: say(order, '{estimate}必须大于零') })
  if (!sells && estimated.gt(project.budget))
    problems.push({
      path: 'estimatedPrice',
      message: `${say(order, '{estimate}不能超过项目预算')} ${project.budget} 元`,
    })
  if (order.controlPrice !== null) {
    if (!new Exact(order.controlPrice).gt(0))
      problems.push({ path: 'controlPrice', message: say(order, '{ceiling}必须大于零') })
    if (!sells && estimated.lt(order.controlPrice))
      problems.push({
        path: 'controlPrice',
        message: `${say(order, '{ceiling}不能超过{estimate}')} ${order.estimatedPrice} 元`,
      })
  }
  if (paysOnline(order) && !documentFees().isOffered(ctx))
    problems.push({ path: 'settings.documentFeeBy', message: '平台未开通线上支付，请选择线下缴纳' })
  if (sells) return { says: say(order, '{estimate}和{ceiling}'), problems }
  const says = say(
    order,
    order.controlPrice === null ? '{estimate}不超过项目预算' : '{estimate}、{ceiling}不超过项目预算',
  )
  return { says, problems }
}

/** That fewer are invited than the method asks for is a rule of the legal calendar. */
async function invited(ctx: Ctx, { order }: Draft): Promise<CheckResult | null> {
  if (!isPrivate(order)) return null
  const found = await invitedOf(ctx, order.id)
  const method = methodOf(order.method)
  const { name, maxSuppliers } = method
  const minSuppliers = leastSuppliers(method, order.settings)
  const wrong = (message: string) => ({ path: 'invitees', message })
  return {
    ...(found.length < minSuppliers
      ? { notes: [`受邀供应商 ${found.length} 家，应不少于 ${minSuppliers} 家`] }
      : { says: `受邀供应商 ${found.length} 家` }),
    problems: [
      ...found
        .filter((one) => !one.isUsable)
        .map((one) => wrong(`受邀供应商“${one.name}”已不是在用的认证供应商，请移除`)),
      ...(maxSuppliers === 1 && found.length !== 1 ? [wrong(`${name}须邀请一家供应商，现为 ${found.length} 家`)] : []),
    ],
  }
}

/** Whoever was named for a draft, and is not admitted any more, is not asked; what only deserves a look is noted. */
async function admitted(ctx: Ctx, { order }: Draft): Promise<CheckResult | null> {
  const named = await invitedOf(ctx, order.id)
  if (named.length === 0) return null
  const companyIds = named.map(({ companyId }) => companyId)
  const found = await supplierAdmission().refusals(ctx, { order, companyIds, act: 'invite' })
  if (found.length === 0) return null
  const words = found.map(({ companyId, level, reason }) => {
    const { name } = named.find((one) => one.companyId === companyId)!
    return { level, message: `受邀供应商“${name}”：${reason}` }
  })
  const notes = words.filter(({ level }) => level === 'warn').map(({ message }) => message)
  return {
    ...(notes.length > 0 && { notes }),
    problems: words
      .filter(({ level }) => level === 'block')
      .map(({ message }) => ({ path: 'invitees', message: `${message}，请移除` })),
  }
}

function documents(_ctx: Ctx, { order, files }: Draft): CheckResult | null {
  if (methodOf(order.method).documents !== 'demanded') return null
  const count = files.filter((file) => file.kind === 'document').length
  const none = { path: 'files', message: say(order, '请上传{documents}') }
  return { says: say(order, `{documents} ${count} 份`), problems: count === 0 ? [none] : [] }
}

/** Documents that state something else than the form; what cannot be read keeps nobody. */
async function contents(ctx: Ctx, { order, files }: Draft): Promise<CheckResult | null> {
  if (files.length === 0) return null
  const read = await checkedDocuments(ctx, order, files)
  const count = read.filter(({ state }) => state === 'checked').length
  const isPending = read.some(({ state }) => state === 'reading')
  const notes = read.flatMap(({ name, state, note }) =>
    note === '' ? [] : [`《${name}》${state === 'checked' ? '' : '未核对：'}${note}`],
  )
  return {
    ...(count > 0 && { says: say(order, `${count} 份文件与{order}的金额、时间一致`) }),
    problems: read.flatMap((one) => one.problems.map((message) => ({ path: 'files', message }))),
    notes: [...notes, ...(isPending ? ['正在核对文件内容'] : [])],
    isPending,
  }
}
