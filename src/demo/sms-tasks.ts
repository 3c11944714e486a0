import { DAY, HOUR } from '#contract/time.ts'
import { demoAnswer, demoOutbox } from '#features/messages/contract-settings.ts'
import { setSmsPolicy } from '#features/sms-tasks/contract/policy.ts'
import { unsubscribe } from '#features/sms-tasks/contract/senders.ts'
import * as c from '#features/sms-tasks/contract/tasks.ts'
import * as m from '#features/sms-tasks/contract/templates.ts'
import { settle } from '#server/events.ts'
import type { System } from '#server/system.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { Cast } from './cast.ts'
import { COMPANIES } from './companies.ts'
import { type Account, PEOPLE } from './people.ts'
import { enforceApprover } from './play/flows.ts'

/** A retry that runs into the quiet hours goes on when they end: until then its task is being sent. */
const DELIVERY = '供货计划核对'

const RENEWAL = '{{供应商名称}}{{联系人}}您好，贵单位部分资质将于三十日内到期，请登录平台更新。'
const RULES = { price: '0.05', mostPerDay: 5 }

/** Half an hour before the hour in which the world is made, which is the first of the quiet hours then: a task of which one text failed. */
export function smsMoments(cast: Cast, system: System, began: number) {
  const hour = Math.floor(began / HOUR)
  return [
    {
      at: new Date(hour * HOUR - HOUR / 2),
      async run() {
        const desk = new Desk(await cast.as('buyer'), await cast.as('admin'), system)
        const quietFrom = (hour + 8) % 24
        await desk.rule({ ...RULES, quietFrom, quietTo: quietFrom === 8 ? 9 : 8 })
        const text = '{{联系人}}您好，请登录平台核对下月供货计划。'
        await desk.send(DELIVERY, await desk.template(DELIVERY, text))
        await desk.tell('supplier6', { as: 'undelivered' })
      },
    },
  ]
}

/** Templates and tasks of the hospital in every state, with receipts, an answer, and a supplier that wants no more. */
export async function playSmsTasks(cast: Cast, system: System): Promise<void> {
  const desk = new Desk(await cast.as('buyer'), await cast.as('admin'), system)
  // Whatever the hour at which the world is made, what is sent now leaves now.
  await desk.rule({ ...RULES, quietFrom: null, quietTo: null })
  const renewal = await desk.template('资质到期提醒', RENEWAL)
  const appraisal = await desk.template('考核结果通知', '{{供应商名称}}：年度考核结果已公布，请登录平台查看并确认。')
  const meeting = '{{联系人}}您好，{{采购人名称}}将举办医疗设备需求推介会，诚邀参加。退订回T'
  await desk.template('需求推介会邀请', meeting, { isMarketing: true, verdict: null })
  await desk.template('节日问候', '{{联系人}}您好，祝节日快乐。', { verdict: '与采购业务无关，请写明业务内容' })
  await desk.act(await desk.template('旧版供货通知', '请按约定时间供货。'), 'disable')
  await desk.revoke(await desk.template('合作方活动转告', '{{联系人}}您好，合作方活动现已开始，请留意。'))
  await desk.change(appraisal, '{{供应商名称}}：年度考核结果已公布，请于五个工作日内登录平台查看并确认。')

  const sent = await desk.send('年度资质到期提醒', renewal)
  await desk.tell('supplier1', { as: 'delivered' })
  await desk.tell('supplier1', { as: 'reply', text: '收到，本周内更新' })
  await desk.tell('supplier2', { as: 'undelivered' })
  await desk.retry(sent)
  await desk.send('年度考核结果通知', appraisal)
  await desk.tell('supplier2', { as: 'undelivered' })
  await desk.tell('supplier3', { as: 'delivered' })

  await desk.send('下月资质到期提醒', renewal, 2 * DAY)
  const params = { ownerCompanyId: COMPANIES.hospital.id }
  await (await cast.as('supplier3')).call(unsubscribe, { params })
  await desk.stop(await desk.send('推介会改期通知', appraisal, DAY), '会议取消，另行通知')
  await desk.draft('季度资质核对', renewal)
  await desk.retry(await desk.taskOf(DELIVERY))
  await desk.approveSending()
  await desk.send('四季度资质到期提醒', renewal)
  await desk.rule({ ...RULES, quietFrom: 21, quietTo: 8 })
}

/** The hospital's officer, whoever runs the platform, and what telephones say. */
class Desk {
  readonly #buyer: HttpClient
  readonly #admin: HttpClient
  readonly #system: System

  constructor(buyer: HttpClient, admin: HttpClient, system: System) {
    this.#buyer = buyer
    this.#admin = admin
    this.#system = system
  }

  async rule(policy: { price: string; mostPerDay: number; quietFrom: number | null; quietTo: number | null }) {
    await this.#admin.call(setSmsPolicy, { body: { ...policy, reason: '按与短信通道的合同执行' } })
  }

  /** A template; `verdict`: why it was refused, null while it waits. */
  async template(
    name: string,
    text: string,
    { isMarketing = false, verdict = '' }: { isMarketing?: boolean; verdict?: string | null } = {},
  ): Promise<string> {
    const { templateId } = await this.#buyer.call(m.createTemplate, { body: { name, text, isMarketing } })
    const body = { version: 1, isPassed: verdict === '', reason: verdict ?? '' }
    if (verdict !== null) await this.#admin.call(m.reviewTemplate, { params: { templateId }, body })
    return templateId
  }

  async revoke(templateId: string): Promise<void> {
    const body = { version: 1, reason: '转发他人活动，与采购业务无关' }
    await this.#admin.call(m.revokeTemplate, { params: { templateId }, body })
  }

  async change(templateId: string, text: string): Promise<void> {
    const { rows } = await this.#buyer.call(m.templatePage, { query: { pageSize: 100 } })
    const { name, version } = rows.find((row) => row.templateId === templateId)!
    await this.#buyer.call(m.changeTemplate, {
      params: { templateId },
      body: { name, text, isMarketing: false, version },
    })
  }

  async act(templateId: string, action: 'disable' | 'enable'): Promise<void> {
    await this.#buyer.call(m.actOnTemplate, { params: { templateId }, body: { action } })
  }

  /** To everybody in the library. */
  async draft(title: string, templateId: string): Promise<string> {
    const conditions = { supplierIds: [], states: [], category: '', grades: [], regions: [] }
    return (await this.#buyer.call(c.createTask, { body: { title, templateId, conditions } })).taskId
  }

  /** Sent now, or `after` so many ms, at an hour at which nobody sleeps. */
  async send(title: string, templateId: string, after = 0): Promise<string> {
    const taskId = await this.draft(title, templateId)
    const params = { taskId }
    const { plan } = await this.#buyer.call(c.taskDetail, { params })
    // Ten in the morning in Beijing is two o'clock of the same day elsewhere.
    const day = Math.ceil((this.#system.kernel.clock.now().getTime() + after) / DAY) * DAY
    const sendAt = after === 0 ? null : new Date(day + 2 * HOUR).toISOString()
    await this.#buyer.call(c.submitTask, { params, body: { sendAt, segments: plan.segments } })
    await settle(this.#system.kernel, 60_000)
    return taskId
  }

  async taskOf(title: string): Promise<string> {
    return (await this.#buyer.call(c.taskPage, { query: { keyword: title } })).rows[0]!.taskId
  }

  /** From here on what is sent waits for a colleague. */
  async approveSending(): Promise<void> {
    await enforceApprover(this.#buyer, '短信发送审批', { type: 'sms', node: 'submit', title: '复核人', by: 'buyer2' })
  }

  async retry(taskId: string): Promise<void> {
    await this.#buyer.call(c.retryTask, { params: { taskId } })
    await settle(this.#system.kernel, 60_000)
  }

  async stop(taskId: string, reason: string): Promise<void> {
    await this.#buyer.call(c.stopTask, { params: { taskId }, body: { reason } })
  }

  /** What the telephone of somebody says to the last text of a task. */
  async tell(to: Account, body: { as: 'delivered' | 'undelivered' | 'reply'; text?: string }): Promise<void> {
    const query = { keyword: PEOPLE[to].mobile, channel: 'sms' as const }
    const { rows } = await this.#buyer.call(demoOutbox, { query })
    const text = rows.find(({ isFollowed }) => isFollowed)
    if (!text) return
    await this.#buyer.call(demoAnswer, { params: { textId: text.textId }, body })
    await settle(this.#system.kernel, 60_000)
  }
}
