import { createHmac } from 'node:crypto'
import { HOUR } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { type Gateway, gateway } from '#features/messages/server/testing/carriers.ts'
import { supplierPage } from '#features/suppliers/contract/library.ts'
import { admitted, type SupplierWorld, supplierWorld } from '#features/suppliers/server/testing/supplier-world.ts'
import * as c from '../../contract/tasks.ts'
import { createTemplate, reviewTemplate } from '../../contract/templates.ts'

const KEY = 'key-of-the-gateway'

export const TEXT = '{{供应商名称}}{{联系人}}您好，请于月底前更新资质。'
export const NOBODY: c.Conditions = { supplierIds: [], states: [], category: '', grades: [], regions: [] }

/** The hospital's library of five suppliers, and a gateway of text messages. Call it in `beforeAll`. */
export async function smsWorld() {
  const sms = await gateway()
  const world = await supplierWorld()
  const { t, buyer } = world
  const ids: Record<string, string> = {}
  for (const key of ['supplier1', 'supplier2', 'supplier3', 'supplier4', 'supplier5'] as const) {
    await admitted(world, buyer, { companyId: COMPANIES[key].id })
    const { rows } = await buyer.call(supplierPage, { query: { keyword: COMPANIES[key].name } })
    ids[key] = rows[0]!.supplierId
  }
  leadTo(sms)
  const admin = await t.login('admin', { workbench: 'admin' })
  const review = (templateId: string, version: number, reason = '') =>
    admin.call(reviewTemplate, { params: { templateId }, body: { version, isPassed: reason === '', reason } })
  const detail = (taskId: string, client = buyer) => client.call(c.taskDetail, { params: { taskId } })
  const recipients = async (taskId: string) =>
    (await buyer.call(c.recipientPage, { params: { taskId }, query: { pageSize: 100 } })).rows
  return {
    ...world,
    admin,
    ids,
    sms,
    detail,
    recipients,
    review,
    /** A template that the platform has passed. */
    async template(name: string, change: { text?: string; isMarketing?: boolean } = {}, client = buyer) {
      const { templateId } = await client.call(createTemplate, {
        body: { name, text: TEXT, isMarketing: false, ...change },
      })
      await review(templateId, 1)
      return templateId
    },
    /** A draft to these suppliers. */
    draft: (title: string, templateId: string, supplierIds: string[]) =>
      buyer
        .call(c.createTask, { body: { title, templateId, conditions: { ...NOBODY, supplierIds } } })
        .then(({ taskId }) => taskId),
    /** Sends a draft as it is shown. */
    async send(taskId: string, change: { sendAt?: string; segments?: number } = {}) {
      const { plan } = await detail(taskId)
      const body = { segments: plan.segments, ...change }
      const answer = await buyer.call(c.submitTask, { params: { taskId }, body })
      await t.settle()
      return answer
    },
    /** What each supplier's recipient came to: `supplier1` → state. */
    async states(taskId: string) {
      const rows = await recipients(taskId)
      const keyOf = (name: string) => Object.entries(COMPANIES).find(([, one]) => one.name === name)![0]
      return Object.fromEntries(rows.map(({ name, state }) => [keyOf(name), state]))
    },
    /** The gateway tells; answers its status. */
    async tell(notice: object, forged: { key?: string; at?: number; tenant?: number } = {}) {
      const body = JSON.stringify(notice)
      const timestamp = String(forged.at ?? t.kernel.clock.now().getTime())
      const { status } = await fetch(`${t.base}/api/message/sms/callbacks/${forged.tenant ?? 1}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-timestamp': timestamp,
          'x-signature': createHmac('sha256', forged.key ?? KEY)
            .update(`${timestamp}\n${body}`)
            .digest('hex'),
        },
        body,
      })
      await t.settle()
      return status
    },
    /** Texts that reached a number, and the id of the last. */
    toNumber: (mobile: string) => [...sms.delivered].filter(([, one]) => one.mobile === mobile),
    later: (ms: number) => t.advanceTo(new Date(t.kernel.clock.now().getTime() + ms)),
    /** To the next full hour of this name in Beijing. */
    async toHour(hour: number) {
      const now = t.kernel.clock.now().getTime()
      const local = now + 8 * HOUR
      const today = Math.floor(local / (24 * HOUR)) * 24 * HOUR + hour * HOUR
      await t.advanceTo(new Date((today > local ? today : today + 24 * HOUR) - 8 * HOUR))
    },
  }
}
export type SmsWorld = Awaited<ReturnType<typeof smsWorld>> & SupplierWorld

function leadTo(sms: Gateway): void {
  Object.assign(process.env, { SMS_URL: sms.url, SMS_KEY: KEY })
}
